import { houseClient } from "../../components/keeper/house-client.ts";
import { createKeeper } from "../../components/keeper/keeper.ts";
import { keeperMemory } from "../../components/keeper/memory.ts";
import type { Storage } from "../../components/keeper/memory.ts";
import type { KeeperState } from "../../components/keeper/messages.ts";
import type { BeaconChain } from "../../src/fairness/chain.ts";
import type { Game } from "../../src/games/contract.ts";
import { roundAt, roundStartMs } from "../../src/round/phases.ts";
import { mapStorage } from "./map-storage.ts";
import type { LyingHouse } from "./watched-house.ts";

/** A page with an open table, and the keeper in it. */
export interface OpenTable {
  /** The table shows that a round takes bets. */
  turn(round: number): Promise<void>;
  /** A turn, at the first look at a round while it takes bets. */
  look(): Promise<void>;
  state(): KeeperState;
  evidence(): string;
  /** The paths that were asked for since this was last called. */
  asked(): string[];
}

export interface TableOptions {
  /** What the browser keeps; nothing before, if left out. */
  readonly storage?: Storage;
  readonly chains?: readonly BeaconChain[];
}

/** Opens a table of a game, by the house's clock. */
export function openTable(
  house: LyingHouse,
  { slug, intervalMs, phases }: Game,
  { storage = mapStorage(), chains = [] }: TableOptions = {},
): OpenTable {
  const paths: string[] = [];
  const now = () => house.service.clock.nowMs;
  const memory = keeperMemory(house.url, storage);
  const client = houseClient({
    service: house.url,
    fetch: (address, init) => {
      paths.push(String(address).slice(house.url.length));
      // As long as the machine takes: one that does much else besides made the page give up.
      return fetch(address, { ...init, signal: null });
    },
    now,
  });
  const inWords = ({ reason }: { reason: string }) => reason;
  const watched = { ...client, memory, chains, inWords, timeOf: async () => ({}) };
  const keeper = createKeeper({ house: watched, now });
  const bettingMs = phases[0]?.ms ?? 0;
  let seen = 0;
  return {
    turn: (round) => keeper.turn(slug, round),
    async look() {
      const round = roundAt(now(), intervalMs);
      if (round !== seen && now() - roundStartMs(round, intervalMs) < bettingMs) {
        seen = round;
        await keeper.turn(slug, round);
      }
    },
    state: () => keeper.state(slug),
    evidence: () => keeper.evidence(slug),
    asked: () => paths.splice(0),
  };
}
