import type { CDPSession } from "playwright-core";

/** What a page holds on to, once everything was collected that can be. */
export interface Held {
  heapMb: number;
  nodes: number;
  listeners: number;
}

export async function held(session: CDPSession): Promise<Held> {
  // What a finalizer lets go of falls to the next collection.
  for (let i = 0; i < 3; i++) {
    await session.send("HeapProfiler.collectGarbage");
  }
  const { usedSize } = await session.send("Runtime.getHeapUsage");
  const { nodes, jsEventListeners } = await session.send("Memory.getDOMCounters");
  return { heapMb: usedSize / 1_000_000, nodes, listeners: jsEventListeners };
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
