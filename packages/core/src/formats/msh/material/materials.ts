import type { TextFile } from "../textFile.ts";
import { type Block, parseMaterial, type Statement } from "./parse.ts";

/** A texture that a pass uses. */
export interface TextureUnit {
  /** File name as the text has it; empty if it names none. */
  texture: string;
  /** Which UVs: 0 or 1. */
  texCoordSet: number;
  /** The game puts its light texture here. */
  isLight: boolean;
}

/** One pass over the triangles. */
export interface MaterialPass {
  line: number;
  shaderGroup: string;
  /** `none`, `clockwise` or `counter_clockwise`, which is the default. */
  cull: string;
  sceneBlend: string;
  alphaTest: string;
  units: TextureUnit[];
}

/** One `material` block: what a sub-mesh is drawn with. */
export interface LsMaterial {
  line: number;
  /** Of its first technique. */
  passes: MaterialPass[];
}

/** The materials of a text, in the order of the sub-meshes. */
export function materialsOf(file: TextFile): LsMaterial[] {
  return parseMaterial(file)
    .blocks.filter(({ word }) => word === "material")
    .map(({ line, blocks }) => {
      const technique = blocks.find(({ word }) => word === "technique");
      const passes = (technique?.blocks ?? []).filter(({ word }) => word === "pass");
      return { line, passes: passes.map(passOf) };
    });
}

function passOf({ line, statements, blocks }: Block): MaterialPass {
  const shaderGroup = argsOf(statements, "shader_group");
  const units = blocks.filter(({ word }) => word === "texture_unit");
  const lightmapped = /^lightmap/i.test(shaderGroup) && units.length > 1;
  return {
    line,
    shaderGroup,
    cull: argsOf(statements, "cull") || "counter_clockwise",
    sceneBlend: argsOf(statements, "scene_blend"),
    alphaTest: argsOf(statements, "alpha_test"),
    units: units.map((unit, i) => ({
      texture: argsOf(unit.statements, "texture"),
      texCoordSet: Number.parseInt(argsOf(unit.statements, "tex_coord_set"), 10) || 0,
      // The templates of lightmap materials have the lightmap in unit 0.
      isLight: isOn(unit.statements, "use_light_texture") || (lightmapped && i === 0),
    })),
  };
}

/** The unit whose texture is the base colour: the first with a texture that is no light's, in the first pass. */
export function baseUnitOf({ passes }: LsMaterial): TextureUnit | undefined {
  return passes[0]?.units.find(({ texture, isLight }) => texture !== "" && !isLight);
}

/** File names of the textures that a conversion needs, each once, as {@link textureKey} has them. */
export function texturesOf(file: TextFile): string[] {
  const units = materialsOf(file).map(baseUnitOf);
  return [...new Set(units.flatMap((unit) => (unit ? [textureKey(unit.texture)] : [])))];
}

/** The name of a texture as files are called: in lower case, without a folder. */
export function textureKey(texture: string): string {
  return (texture.split(/[\\/]/).at(-1) ?? texture).toLowerCase();
}

function argsOf(statements: readonly Statement[], word: string): string {
  return statements.find((statement) => statement.word === word)?.args ?? "";
}

function isOn(statements: readonly Statement[], word: string): boolean {
  const found = statements.find((statement) => statement.word === word);
  return found !== undefined && !/^(off|false|0)$/i.test(found.args);
}
