/* The thread that sends webhooks. It knows nothing but the calls it is given. */
import { constants, setPriority } from "node:os";
import { parentPort, workerData } from "node:worker_threads";
import { resolveBySystem, resolvePublic } from "./addresses.ts";
import { post } from "./post.ts";
import type { PostedAnswer, PostedOrder, PosterSettings } from "./poster.ts";
import { signedHeaders } from "./signature.ts";

const { allowPrivate, timeoutMs } = workerData as PosterSettings;
const resolve = allowPrivate ? resolveBySystem : resolvePublic();
const options = { resolve, allowPrivate, timeoutMs, steady: () => performance.now() };

/** Answers wait so long for others, to go back together; and no more than this, half a millisecond of work. */
const GATHER_MS = 16;
const MOST_TOGETHER = 16;
let gathered: PostedAnswer[] = [];
let timer: NodeJS.Timeout | undefined;

// On Linux this is the priority of the thread alone: requests that the service answers come first.
if (process.platform === "linux") {
  setPriority(constants.priority.PRIORITY_LOW);
}

parentPort?.on("message", (orders: readonly PostedOrder[]) => {
  for (const { call, order } of orders) {
    const { url, id, body, secrets, sentAtMs } = order;
    const headers = signedHeaders(id, body, secrets, sentAtMs);
    void post({ url, headers, body }, options).then((answer) => give({ call, answer }));
  }
});

function give(answer: PostedAnswer): void {
  gathered.push(answer);
  if (gathered.length >= MOST_TOGETHER) {
    sendAnswers();
  } else {
    timer ??= setTimeout(sendAnswers, GATHER_MS);
  }
}

function sendAnswers(): void {
  clearTimeout(timer);
  timer = undefined;
  parentPort?.postMessage(gathered);
  gathered = [];
}
