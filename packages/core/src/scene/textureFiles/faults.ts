import { MeshglotError } from "../../bytes/fault.ts";
import { firstBytes } from "../../lookalikes.ts";

export function damagedImage(detail: string, bytes: Uint8Array): MeshglotError {
  return new MeshglotError({
    code: "TEXTURE_DAMAGED",
    detail: `${detail}; the first bytes are ${firstBytes(bytes)}`,
    hint: "Fetch the texture anew.",
  });
}

export function unsupportedImage(what: string): MeshglotError {
  return new MeshglotError({
    code: "TEXTURE_UNSUPPORTED",
    detail: `${what} can not be read`,
    hint: "DDS (DXT1 to DXT5, BC1 to BC3, plain pixels), TGA and PNG can. Convert it with another tool.",
  });
}
