import { type CodePage, latin1, toHex } from "../../bytes/codePage.ts";
import type { CheckContext } from "../../issues/checkContext.ts";
import type { RawText } from "../../layout/text.ts";
import type { MshFile } from "./file.ts";
import { codePageOf } from "./names.ts";

/** Bone names and the strings of control points. The tables of a code page are loaded if a name is not ASCII. */
export async function checkNames(file: MshFile, context: CheckContext): Promise<void> {
  const { report } = context;
  const codePage = await codePageOf(file, context.options);
  const seen = new Map<string, number>();
  const boneNames = file.boneNames ?? [];
  boneNames.forEach((name, i) => {
    const path = `boneNames[${i}]`;
    checkString(path, name, codePage, context);
    if (name.raw.byteLength === 0)
      report.add("MSH_BONE_NAME_EMPTY", path, `bone name ${i} of ${boneNames.length} is empty`);
    const key = toHex(name.raw);
    const before = seen.get(key);
    if (before !== undefined && name.raw.byteLength > 0) {
      report.add(
        "MSH_BONE_NAME_DUPLICATE",
        path,
        `bone names ${before} and ${i} are both "${latin1.decode(name.raw).text}"`,
      );
    }
    seen.set(key, i);
  });
  file.controlPoints?.forEach((point, i) => {
    for (const field of ["typeIndex", "linkedBone", "extraInfo"] as const) {
      checkString(`controlPoints[${i}].${field}`, point[field], codePage, context);
    }
  });
}

function checkString(
  path: string,
  { raw }: RawText,
  codePage: CodePage,
  { report, profile: { limits } }: CheckContext,
): void {
  if (raw.byteLength > (limits.stringBytes ?? Infinity)) {
    report.add("MSH_STRING_TOO_LONG", path, `${raw.byteLength} bytes, the client has room for ${limits.stringBytes}`);
  }
  if (raw.includes(0)) report.add("MSH_NAME_EMBEDDED_NUL", path, `a zero byte at place ${raw.indexOf(0)} of the name`);
  if (raw.some((byte) => byte >= 0x80)) {
    report.add("MSH_NAME_NOT_ASCII", path, `the bytes ${toHex(raw.subarray(0, 24))} are not all ASCII`);
    const { text, exact } = codePage.decode(raw);
    if (!exact) report.add("MSH_NAME_INEXACT", path, `"${text}" in ${codePage.id} does not give the bytes back`);
  }
}
