/* The thread that sends webhooks. It knows nothing but the calls it is given. */
import { constants, setPriority } from "node:os";
import { parentPort, workerData } from "node:worker_threads";
import { post } from "./post.ts";
import type { PostedAnswer, PostedOrder, PosterSettings } from "./poster.ts";
import { resolveBySystem, resolvePublic } from "./resolve.ts";
import { signedHeaders } from "./signature.ts";

const { allowPrivate, timeoutMs } = workerData as PosterSettings;
const resolve = allowPrivate ? resolveBySystem : resolvePublic();
const options = { resolve, allowPrivate, timeoutMs, steady: () => performance.now() };

// On Linux this is the priority of the thread alone: requests that the service answers come first.
if (process.platform === "linux") {
  setPriority(constants.priority.PRIORITY_LOW);
}

parentPort?.on("message", ({ call, order }: PostedOrder) => {
  const { url, id, body, secrets, sentAtMs } = order;
  const headers = signedHeaders(id, body, secrets, sentAtMs);
  void post({ url, headers, body }, options).then((answer) => {
    parentPort?.postMessage({ call, answer } satisfies PostedAnswer);
  });
});
