import { createStore, get, update } from "idb-keyval";
import { QUICKNET } from "../../src/fairness/chain.ts";
import type { Check } from "../../src/fairness/check-names.ts";
import { houseClient } from "./house-client.ts";
import { createKeeper } from "./keeper.ts";
import { keeperMemory } from "./memory.ts";
import type { Storage } from "./memory.ts";
import type { KeeperReply, KeeperRequest } from "./messages.ts";

/*
 * The keeper of a page, in a worker of its own. Its name is the address of the service, without a slash at
 * the end.
 */

const now = () => Date.now();
const service = self.name;
const reply = (message: KeeperReply) => postMessage(message);

const memory = keeperMemory(service, browserStorage());
const client = houseClient({ service, fetch: (...asked) => fetch(...asked), now });
const house = {
  ...client,
  memory,
  chains: [QUICKNET],
  // For whoever reads the evidence: sentences would be a tenth of what is loaded.
  inWords: ({ reason, values }: Check) => `${reason} ${JSON.stringify(values)}`,
  timeOf: async () => ({}),
};
const keeper = createKeeper({ house, now });

addEventListener("message", ({ data }: MessageEvent<KeeperRequest>) => {
  switch (data.kind) {
    case "turn":
      void turn(data.slug, data.round);
      break;
    case "kept":
      reply({ kind: "answer", id: data.id, value: memory.promised(data.slug, data.round) ?? null });
      break;
    case "evidence":
      reply({ kind: "answer", id: data.id, value: keeper.evidence(data.slug) });
      break;
  }
});

async function turn(slug: string, round: number): Promise<void> {
  try {
    await keeper.turn(slug, round);
  } catch {
    // The house did not answer: the table says so, and what is not checked is checked later.
  }
  reply({ kind: "state", slug, state: keeper.state(slug) });
}

/** The browser's own storage of this origin; each use of it rejects where there is none. */
function browserStorage(): Storage {
  let opened: ReturnType<typeof createStore> | undefined;
  const store = () => (opened ??= createStore("tableside", "kept"));
  return {
    read: async (name) => get(name, store()),
    update: async (name, change) => update(name, change, store()),
  };
}
