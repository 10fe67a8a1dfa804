import type { Overlay, Shading } from "./store/view.ts";

/** Every word that the page shows, in one place for whoever translates it. */
export const STRINGS = {
  title: "meshglot",
  open: "Open files",
  openHint: "Drop mesh files or folders anywhere, paste them, or choose them here.",
  welcome: "Drop a mesh file",
  welcomeMore: "Models and their bytes, side by side. Nothing leaves this computer.",
  welcomeFormats: "Lost Saga MSH · Firefall bMesh · UNIGINE · MESHBIN · SPLASHPACK · GLB",
  files: "Files",
  close: "Remove from the list",
  facts: "Facts",
  theme: "Light or dark",
  help: "Keys",
  loading: "Reading …",
  noModel: "There is no model to show",
  noModelFault: "The file could be read up to here; its bytes are below.",
  unknownFormat: "None of the known formats",
  search: "Go to offset, path, or find bytes",
  searchHint: "0x2c · positions[41] · hex: 4d 53 48 · text: Bip01 · f32: 1.5 · u16: 65535",
  searching: "Searching …",
  notFound: "Not found",
  structure: "Structure",
  issues: "Issues",
  parts: "Parts",
  textures: "Textures",
  convert: "Convert",
  compare: "Compare",
  inspector: "Selection",
  bytes: "Bytes",
  decoded: "Decoded block",
  table: "Table",
  nothingSelected: "Click a triangle, a byte or a field.",
  path: "Field",
  place: "Place",
  size: "Size",
  type: "Type",
  value: "Value",
  meaning: "Meaning",
  evidence: "Evidence",
  documentation: "About this format",
  asNumbers: "The bytes as …",
  related: "All bytes behind it",
  inDecodedBlock: "in the decoded block",
  noIssues: "No issues found.",
  noReport: "Checking …",
  more: "more of this code",
  surfaces: "Surfaces",
  bones: "Bones",
  points: "Points",
  morphs: "Morph targets",
  tree: "Spatial tree",
  treeLevel: "Level",
  show: "Show",
  all: "all",
  none: "none",
  pose: "Turn",
  resetPose: "Back to rest",
  convertTo: "Download as",
  losses: "What changes on the way",
  noLosses: "Nothing is lost on the way to glTF.",
  keptIn: "kept in",
  gone: "not kept",
  noTextures: "This file has no textures. Drop a PNG, JPEG or DDS beside it to see it on the model.",
  companion: "Dropped texture",
  removeCompanion: "Remove it",
  vram: "Video memory",
  uvLayout: "UV layout",
  noUv: "No texture coordinates.",
  compareWith: "Compare with",
  compareNone: "Open a second file to compare with.",
  compareSame: "Both files are the same, byte for byte.",
  noTable: "Select an array to see it as a table.",
  row: "row",
  noBlock: "Select something in a compressed block to see its decoded bytes.",
  frame: "Frame",
  doubleSided: "Both sides",
  doubleSidedHint: "Off: faces seen from behind are shown in a warning colour",
  vertexPick: "Hold Shift to pick a vertex",
  squares: "Grid",
  keys: [
    ["F", "frame the selection, or everything"],
    ["1 – 7", "way of shading"],
    ["G B S P", "grid, bounds, skeleton, points"],
    ["D", "both sides"],
    ["[ ]", "file before, file after"],
    ["/", "go to, find"],
    ["Esc", "clear the selection"],
    ["arrows, Page Up/Down, Home, End", "move in the bytes, the tree or a list"],
    ["Shift + click", "pick a vertex; in the bytes, extend the selection"],
  ],
  shadings: {
    shaded: "Shaded",
    wire: "Wire",
    colors: "Colours",
    texture: "Texture",
    uv: "UV",
    normals: "Normals",
    weights: "Weights",
  } satisfies Record<Shading, string>,
  overlays: {
    grid: "Grid",
    skeleton: "Bones",
    points: "Points",
    bounds: "Bounds",
    normalLines: "Normal lines",
    tree: "Tree",
  } satisfies Record<Overlay, string>,
  counts: {
    vertices: ["vertex", "vertices"],
    triangles: ["triangle", "triangles"],
    quads: ["quad", "quads"],
    surfaces: ["surface", "surfaces"],
    bones: ["bone", "bones"],
    morphTargets: ["morph", "morphs"],
    controlPoints: ["point", "points"],
    materials: ["material", "materials"],
    textures: ["texture", "textures"],
  },
} as const;

/** `3 bones`, `1 bone`. */
export function plural(count: number, [one, many]: readonly [string, string]): string {
  return `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
}

export function fileSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  const units = ["KB", "MB", "GB"];
  let value = bytes;
  let unit = -1;
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024;
    unit++;
  }
  return `${value.toFixed(value < 10 ? 1 : 0)} ${units[unit]}`;
}

export function hex(value: number): string {
  return `0x${value.toString(16)}`;
}
