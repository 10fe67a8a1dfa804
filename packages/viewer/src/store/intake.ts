import type { NamedBlob } from "../protocol.ts";
import { active, addFiles, chooseCompanions, companions, liesBeside, openEntry } from "./files.ts";
import { companionTexture, pictureFault } from "./view.ts";
import { ask } from "./worker.ts";

const PICTURE = /\.(png|jpe?g|webp|bmp|dds|tga)$/i;
/** What glTF and OBJ name. */
const COMPANION = /\.(bin|mtl)$/i;

/** Takes files in: meshes into the list, what lies beside meshes and pictures also onto the model that is shown. */
export async function takeIn(found: readonly NamedBlob[]): Promise<void> {
  const pictures = found.filter(({ name }) => PICTURE.test(name));
  const beside = found.filter(({ name }) => COMPANION.test(name));
  const meshes = found.filter(({ name }) => !PICTURE.test(name) && !COMPANION.test(name));
  companions.value = [...companions.value, ...pictures, ...beside];
  if (meshes.length > 0) await takeMeshes(meshes);
  if (pictures.length > 0) await takePictures(pictures, meshes);
}

/** Skeletons, animations and the like that come alone while a mesh is shown are meant for it. */
async function takeMeshes(meshes: readonly NamedBlob[]): Promise<void> {
  const shown = active.value;
  const forShown =
    shown?.model && !shown.fault && !liesBeside(shown.name) && meshes.every(({ name }) => liesBeside(name));
  await addFiles(meshes, !forShown);
  if (!forShown) return;
  await chooseCompanions(Object.fromEntries(meshes.map(({ name }) => [name, true])));
}

/** Pictures that the model's material names are put on by reading it anew; another picture alone is meant for all of it. */
async function takePictures(pictures: readonly NamedBlob[], meshes: readonly NamedBlob[]): Promise<void> {
  const shown = active.value;
  const missing = shown?.companions.some(({ role, used }) => role === "texture" && !used) ?? false;
  if (shown && missing && meshes.length === 0) await openEntry(shown.id);
  const textured = (active.value?.companions ?? []).some(({ name }) =>
    pictures.some((picture) => picture.name === name),
  );
  const [picture] = pictures;
  // Pictures that came along with meshes may be theirs by name.
  if (picture && !textured && !meshes.some(({ name }) => /\.(gltf|obj)$/i.test(name))) await showPicture(picture);
}

async function showPicture({ name, blob }: NamedBlob): Promise<void> {
  try {
    const bitmap = await bitmapOf(name, blob);
    companionTexture.value?.bitmap.close();
    companionTexture.value = { name, bitmap };
    pictureFault.value = "";
  } catch (error) {
    pictureFault.value = `${name}: ${error instanceof Error ? error.message : error}`;
  }
}

/** Of the pictures of games the browser knows none. @throws WorkerFault, or what the browser says of a damaged picture */
async function bitmapOf(name: string, blob: Blob): Promise<ImageBitmap> {
  if (!/\.(dds|tga)$/i.test(name)) return createImageBitmap(blob);
  const png = await ask("picture", { blob });
  return createImageBitmap(new Blob([png.slice()], { type: "image/png" }));
}

/** Files of a drop or a paste, those in dropped folders among them. */
export async function filesOf(transfer: DataTransfer): Promise<NamedBlob[]> {
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry?.()).filter((entry) => entry !== null);
  if (entries.length === 0) return [...transfer.files].map((blob) => ({ name: blob.name, blob }));
  const found = await Promise.all(entries.map((entry) => (entry ? below(entry, "") : [])));
  return found.flat();
}

async function below(entry: FileSystemEntry, folder: string): Promise<NamedBlob[]> {
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
    return [{ name: folder + file.name, blob: file }];
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader(); // an entry is a file or a folder
  const found: FileSystemEntry[] = [];
  // A reader gives its entries in portions, an empty one at the end.
  for (;;) {
    const portion = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (portion.length === 0) break;
    found.push(...portion);
  }
  const inner = await Promise.all(found.map((one) => below(one, `${folder}${entry.name}/`)));
  return inner.flat();
}

/** The files that `meshglot view` was given; none where the page comes from a disk or another server. */
export async function servedFiles(): Promise<NamedBlob[]> {
  if (!window.location.protocol.startsWith("http")) return [];
  const response = await fetch("files.json").catch(() => undefined);
  if (!response?.ok) return [];
  const names: unknown = await response.json();
  if (!Array.isArray(names)) return [];
  return Promise.all(
    names.map(async (name, i) => ({ name: String(name), blob: await (await fetch(`files/${i}`)).blob() })),
  );
}
