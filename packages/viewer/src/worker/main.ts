import { type FaultJson, MeshglotError, pngOf } from "@meshglot/core";
import type { Answer, FromWorker, RequestName, ToWorker } from "../protocol.ts";
import { compareFiles } from "./compare.ts";
import { conversionTargets, convertFile } from "./convert.ts";
import { decodedBlock } from "./decodedBlock.ts";
import { editPoints, pointsIn } from "./editPoints.ts";
import { openFile } from "./open.ts";
import { reportOn } from "./report.ts";

/** The part of a worker's global scope that is used here; the DOM's own types describe a window. */
interface WorkerScope {
  onmessage: ((event: MessageEvent<ToWorker>) => void) | null;
  postMessage(message: FromWorker, transfer: Transferable[]): void;
}
const scope = globalThis as unknown as WorkerScope; // this file runs in a worker only

scope.onmessage = async ({ data }) => {
  const { id } = data;
  try {
    const answer = await answerTo(data);
    scope.postMessage({ id, answer }, buffersOf(answer));
  } catch (error) {
    scope.postMessage({ id, fault: faultOf(error) }, []);
  }
};

async function answerTo(request: ToWorker): Promise<Answer<RequestName>> {
  const bytes = new Uint8Array(await request.ask.blob.arrayBuffer());
  switch (request.name) {
    case "open":
      return openFile(bytes, request.ask);
    case "report":
      return reportOn(bytes, request.ask);
    case "picture":
      return pngOf(bytes);
    case "block":
      return decodedBlock(bytes, request.ask.path);
    case "convert":
      return convertFile(bytes, request.ask);
    case "compare":
      return compareFiles(bytes, new Uint8Array(await request.ask.other.arrayBuffer()));
    case "points":
      return pointsIn(bytes);
    case "edit":
      return editPoints(bytes, request.ask.edits);
    case "targets":
      return conversionTargets();
  }
}

/** Every buffer in an answer, so that arrays move to the page without a copy. */
function buffersOf(value: unknown, found = new Set<ArrayBuffer>()): ArrayBuffer[] {
  if (ArrayBuffer.isView(value)) {
    if (value.buffer instanceof ArrayBuffer) found.add(value.buffer);
  } else if (typeof value === "object" && value !== null) {
    for (const inner of Object.values(value)) if (typeof inner === "object") buffersOf(inner, found);
  }
  return [...found];
}

function faultOf(error: unknown): FaultJson {
  if (error instanceof MeshglotError) return error.toJSON();
  const message = error instanceof Error ? error.message : String(error);
  return { code: "UNREADABLE", path: "", offset: null, needed: null, available: null, message };
}
