/* The thread that sends webhooks: its own event loop, and its own connection to the database. */
import { constants, setPriority } from "node:os";
import { parentPort, workerData } from "node:worker_threads";
import { createVault } from "../access/vault.ts";
import { steadyMs } from "../runtime/steady.ts";
import { threadCalls } from "../runtime/thread-calls.ts";
import type { Port, ThreadCalls } from "../runtime/thread-calls.ts";
import { openStore } from "../store/open-store.ts";
import type { Store } from "../store/store.ts";
import { createPoster } from "./poster.ts";
import { createSender } from "./sender.ts";
import type { Sender, SenderHost } from "./sender.ts";
import type { SenderThread, SenderThreadData } from "./threaded-sender.ts";

// On Linux this is the priority of the thread alone: requests that the service answers come first. It is not the
// lowest, since others wait while the thread writes to the database.
if (process.platform === "linux") {
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
}

const { place, vaultKey, ...posting } = workerData as SenderThreadData;
const poster = createPoster(posting);
/** What the service's clock said, and when. */
let reading = { nowMs: 0, atMs: 0 };
let store: Store | undefined;
let sender: Sender | undefined;

async function open(): Promise<Sender> {
  store ??= await openStore(place, "open");
  sender ??= createSender({
    store,
    vault: createVault(vaultKey),
    poster,
    host,
    now: () => Math.round(reading.nowMs + steadyMs() - reading.atMs),
    chance: Math.random,
  });
  return sender;
}

const calls: ThreadCalls<SenderHost> = threadCalls<SenderThread, SenderHost>(parentPort as Port, {
  post: (order) => poster.post(order),
  load: async (isAnew) => (await open()).load(isAnew),
  async begin({ clock, ...order }) {
    reading = clock;
    return (await open()).begin(order);
  },
  pause: async () => sender?.pause(),
  forget: async () => sender?.forget(),
  note: async () => sender?.note(),
  waiting: async () => sender?.waiting() ?? 0,
  async stop() {
    await sender?.stop();
    poster.stop();
    await store?.close();
  },
});
const host: SenderHost = {
  body: (next) => calls.call("body", next),
  switchOff: (endpoint) => calls.call("switchOff", endpoint),
  report: (fault) => calls.call("report", fault),
};
