import { createVault } from "../../server/access/vault.ts";
import { once } from "../../server/runtime/once.ts";
import { createPoster } from "../../server/webhooks/poster.ts";
import { createSender } from "../../server/webhooks/sender.ts";
import type { RestartedSender } from "../../server/webhooks/sender.ts";
import type { ThreadedSenderDeps } from "../../server/webhooks/threaded-sender.ts";
import { openStore } from "./store.ts";

/**
 * What hosts get for `server/webhooks/threaded-sender.ts`: a sender in the host's own thread, since a world is one.
 * It ends with its host, and its connection to the store with it.
 */
export function createThreadedSender({ data, host, now }: ThreadedSenderDeps): RestartedSender {
  let isOpen = false;
  const open = once(async () => {
    const { place, vaultKey, ...posting } = await data();
    const poster = createPoster(posting);
    const store = await openStore(place, "update");
    isOpen = true;
    const vault = createVault(vaultKey);
    const sender = createSender({ store, vault, poster, host, now, chance: Math.random });
    return { sender, store };
  });
  const present = async () => (isOpen ? (await open()).sender : undefined);
  return {
    isReady: () => true,
    post: async (order) => (await open()).sender.post(order),
    load: async (isAnew) => (await open()).sender.load(isAnew),
    begin: async (order) => (await open()).sender.begin(order),
    pause: async () => (await present())?.pause(),
    forget: async () => (await present())?.forget(),
    note: async () => (await present())?.note(),
    waiting: async () => (await present())?.waiting() ?? 0,
    async stop() {
      if (isOpen) {
        const { sender, store } = await open();
        await sender.stop();
        await store.close();
      }
    },
  };
}
