import type { Report } from "../../../issues/report.ts";
import type { TextFile } from "../textFile.ts";
import { type Block, parseMaterial, type Statement } from "./parse.ts";

/** The words that each block may hold (code). */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  material: ["ambient", "diffuse", "specular", "emissive", "specularlv", "specular_power", "local_glow"],
  technique: [],
  pass: [
    ...["scene_blend", "depth_check", "depth_write", "depth_func", "alpha_test", "color_write", "fill_mode", "cull"],
    ...["lighting", "shading", "depth_bias", "shader_group", "shadow_cast", "shadow_recv", "light_iterate"],
    ...["remove_light_type", "custom_param"],
  ],
  texture_unit: [
    ...["texture", "anim_texture", "tex_coord_set", "tex_address_mode", "scroll_anim", "rotate_anim", "wave_xform"],
    ...["color_xform", "filtering", "max_anisotropy", "color_blend", "alpha_blend", "use_light_texture"],
    ...["scale_uv_on_center", "custom_value"],
  ],
};
const INNER: Readonly<Record<string, readonly string[]>> = {
  "": ["material"],
  material: ["technique"],
  technique: ["pass"],
  pass: ["texture_unit"],
  texture_unit: [],
};
const COLORS: readonly string[] = ["ambient", "diffuse", "specular", "emissive"];
const CULLS: readonly string[] = ["none", "clockwise", "counter_clockwise"];

/** Adds what is wrong with a material text. */
export function checkMaterial(file: TextFile, report: Report): void {
  const { blocks, statements, misfits } = parseMaterial(file);
  for (const { line, message } of misfits) {
    report.add("MATERIAL_SYNTAX", `lines[${line}]`, `line ${line + 1}: ${message}`);
  }
  if (!blocks.some(({ word }) => word === "material")) {
    report.add("MATERIAL_EMPTY", "lines", "the text yields no material");
  }
  checkBlock({ line: 0, word: "", args: "", statements, blocks }, report);
}

/** The grammar is four levels deep, and blocks of unknown words are not entered, so this ends soon. */
function checkBlock(block: Block, report: Report): void {
  for (const statement of block.statements) {
    if (WORDS[block.word]?.includes(statement.word)) checkStatement(statement, report);
    else unknown(statement, block.word, report);
  }
  for (const inner of block.blocks) {
    if (INNER[block.word]?.includes(inner.word)) checkBlock(inner, report);
    else unknown(inner, block.word, report);
  }
  if (block.word === "material" && !block.blocks.some(({ word }) => word === "technique"))
    report.add("MATERIAL_NO_PASS", `lines[${block.line}]`, `line ${block.line + 1}: a material without a technique`);
}

function checkStatement({ line, word, args }: Statement, report: Report): void {
  const path = `lines[${line}]`;
  const numbers = args.split(/\s+/).filter((part) => part !== "");
  if (COLORS.includes(word)) {
    const fits =
      (numbers.length === 3 || numbers.length === 4) && numbers.every((part) => Number.isFinite(Number(part)));
    if (!fits)
      report.add("MATERIAL_COLOR", path, `line ${line + 1}: ${word} wants three or four numbers, has "${args}"`);
  }
  if (word === "cull" && !CULLS.includes(args.toLowerCase()))
    report.add("MATERIAL_CULL", path, `line ${line + 1}: cull "${args}"; ${CULLS.join(", ")} are known`);
  const [, kind = "", ...values] = numbers;
  if (word === "custom_param" && kind.toLowerCase() === "colorvalue" && values.length !== 4)
    report.add("MATERIAL_CUSTOM_PARAM", path, `line ${line + 1}: colorvalue with ${values.length} numbers`);
}

function unknown({ line, word }: Statement, where: string, report: Report): void {
  const place = where === "" ? "outside of all blocks" : `in ${where}`;
  report.add("MATERIAL_WORD_UNKNOWN", `lines[${line}]`, `line ${line + 1}: "${word}" ${place}`);
}
