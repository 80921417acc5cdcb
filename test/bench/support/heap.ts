import { setTimeout as pause } from "node:timers/promises";
import type { CDPSession } from "playwright-core";

/** What a page holds on to, once everything was collected that can be. */
interface Held {
  heapMb: number;
  nodes: number;
  listeners: number;
}

async function held(session: CDPSession): Promise<Held> {
  // What a finalizer lets go of falls to the next collection.
  for (let i = 0; i < 3; i++) {
    await session.send("HeapProfiler.collectGarbage");
  }
  const { usedSize } = await session.send("Runtime.getHeapUsage");
  const { nodes, jsEventListeners } = await session.send("Memory.getDOMCounters");
  return { heapMb: usedSize / 1_000_000, nodes, listeners: jsEventListeners };
}

/** Longer than a table takes to ask for what it missed. */
const REST_MS = 3_000;
const LOOK_MS = 300;
/** Within the betting time of any game. */
const PATIENCE_MS = 14_000;

/**
 * What a page holds on to once its nodes and listeners stay the same: each request under way has
 * listeners of its own, and a result that comes late brings nodes. Rejects when they do not settle.
 */
export async function heldAtRest(session: CDPSession): Promise<Held> {
  const startMs = performance.now();
  let sinceMs = startMs;
  let last = await held(session);
  while (performance.now() - sinceMs < REST_MS) {
    if (performance.now() - startMs > PATIENCE_MS) {
      throw new Error(`The page does not come to rest: ${JSON.stringify(last)}.`);
    }
    await pause(LOOK_MS);
    const now = await held(session);
    if (now.nodes !== last.nodes || now.listeners !== last.listeners) {
      sinceMs = performance.now();
    }
    last = now;
  }
  return last;
}

/** How many canvases are alive in a page, on it or not. */
export async function canvasesOf(session: CDPSession): Promise<number> {
  const { result: prototype } = await session.send("Runtime.evaluate", {
    expression: "HTMLCanvasElement.prototype",
  });
  const { objects } = await session.send("Runtime.queryObjects", {
    prototypeObjectId: prototype.objectId ?? "",
  });
  const { result: count } = await session.send("Runtime.callFunctionOn", {
    objectId: objects.objectId ?? "",
    functionDeclaration: "function () { return this.length; }",
    returnByValue: true,
  });
  await session.send("Runtime.releaseObject", { objectId: objects.objectId ?? "" });
  return Number(count.value);
}
