import type { FaultJson } from "@meshglot/core";
import type { Answer, Ask, FromWorker, RequestName } from "../protocol.ts";

/** A fault that the worker found, as an error. */
export class WorkerFault extends Error {
  readonly fault: FaultJson;

  constructor(fault: FaultJson) {
    super(fault.message);
    this.fault = fault;
  }
}

interface Waiting {
  resolve(answer: unknown): void;
  reject(error: WorkerFault): void;
}

let worker: Worker | undefined;
let nextId = 1;
const waiting = new Map<number, Waiting>();

/** The worker's script is a part of the page, so that it works from a disk, where pages may not load other files. */
function start(): Worker {
  const source = document.getElementById("worker")?.textContent ?? "";
  const url = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
  const started = new Worker(url);
  URL.revokeObjectURL(url);
  started.onmessage = ({ data }: MessageEvent<FromWorker>) => {
    const asker = waiting.get(data.id);
    waiting.delete(data.id);
    if ("fault" in data) asker?.reject(new WorkerFault(data.fault));
    else asker?.resolve(data.answer);
  };
  // A worker that ran out of memory takes its questions with it; the next question starts another one.
  started.onerror = (event) => {
    worker = undefined;
    started.terminate();
    const message = event.message || "the reader stopped";
    const fault = { code: "UNREADABLE", path: "", offset: null, needed: null, available: null, message };
    for (const { reject } of waiting.values()) reject(new WorkerFault(fault));
    waiting.clear();
  };
  return started;
}

/** Asks the worker. @throws WorkerFault */
export function ask<K extends RequestName>(name: K, question: Ask<K>): Promise<Answer<K>> {
  worker ??= start();
  const id = nextId++;
  const answer = new Promise<Answer<K>>((resolve, reject) => {
    // Questions and answers have one number, so an answer is of its question's kind.
    waiting.set(id, { resolve: (value) => resolve(value as Answer<K>), reject });
  });
  worker.postMessage({ id, name, ask: question });
  return answer;
}
