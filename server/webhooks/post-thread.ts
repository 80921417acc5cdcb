/* The thread that sends webhooks. It knows nothing but the calls it is given. */
import { parentPort, workerData } from "node:worker_threads";
import { post } from "./post.ts";
import type { PostedAnswer, PostedOrder, PosterSettings } from "./poster.ts";
import { resolveBySystem, resolvePublic } from "./resolve.ts";
import { signedHeaders } from "./signature.ts";

const { allowPrivate, timeoutMs } = workerData as PosterSettings;
const resolve = allowPrivate ? resolveBySystem : resolvePublic();
const options = { resolve, allowPrivate, timeoutMs, steady: () => performance.now() };

parentPort?.on("message", ({ call, order }: PostedOrder) => {
  const { url, id, body, secrets, sentAtMs } = order;
  const headers = signedHeaders(id, body, secrets, sentAtMs);
  void post({ url, headers, body }, options).then((answer) => {
    parentPort?.postMessage({ call, answer } satisfies PostedAnswer);
  });
});
