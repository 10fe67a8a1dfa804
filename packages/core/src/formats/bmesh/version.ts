import { MeshglotError } from "../../bytes/fault.ts";
import type { Node } from "../../layout/node.ts";
import { u16 } from "../../layout/scalars.ts";
import { BMESH_VERSION } from "./file.ts";

/** What is known about a version that we can not read. */
export function versionProblem(version: number): string {
  return version < BMESH_VERSION
    ? `bMesh version ${version} predates the shipped version ${BMESH_VERSION}; its layout was never published. The game itself converts it on load.`
    : `bMesh version ${version} is newer than ${BMESH_VERSION}, the last version that anybody described`;
}

/** The version, of which there is one: others have an unknown layout, so nothing behind it could be read. */
export const version32: Node<number> = {
  ...u16,
  read: (cursor, record) => {
    const offset = cursor.offset;
    const version = u16.read(cursor, record);
    if (version !== BMESH_VERSION)
      throw cursor.fault("UNSUPPORTED_VERSION", { detail: versionProblem(version), offset });
    return version;
  },
  write: (sink, version, record) => {
    if (version !== BMESH_VERSION) {
      throw new MeshglotError({ code: "WRITE_OUT_OF_RANGE", detail: versionProblem(version), hint: "Set it to 32." });
    }
    u16.write(sink, version, record);
  },
};
