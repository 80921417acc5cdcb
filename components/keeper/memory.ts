import type { SignedHeader } from "../../src/fairness/header.ts";
import type { OpenRecord } from "../../src/fairness/record.ts";
import type { Kept, Promised } from "../../src/watch/watched-house.ts";
import { NO_GAME, NO_HOUSE, withChecked, withFault, withHeader, withPromise } from "./kept-data.ts";
import type { KeptFault, KeptGame, KeptHouse } from "./kept-data.ts";

/** Where a browser keeps values, shared by all tabs of an origin. */
export interface Storage {
  read(name: string): Promise<unknown>;
  /** Changes a value in one step, so that no tab undoes what another one has kept. */
  update<T>(name: string, change: (before: T | undefined) => T): Promise<void>;
}

/** What a browser keeps of a house. It is there at once, and in the storage soon after. */
export interface KeeperMemory extends Kept {
  game(slug: string): KeptGame;
  keepChecked(slug: string, round: number): void;
  keepFault(slug: string, fault: KeptFault): void;
  /** Loads what other tabs have kept since. */
  load(slug: string): Promise<void>;
  /** Resolves when all is stored that was kept so far. */
  stored(): Promise<void>;
  /** Whether it is stored at all; in a private window, or in a frame that may not, it lasts for the page only. */
  isLasting(): boolean;
}

/** @param service its address, under which its promises are kept. */
export function keeperMemory(service: string, storage: Storage): KeeperMemory {
  let house: KeptHouse = NO_HOUSE;
  const games = new Map<string, KeptGame>();
  let isLasting = true;
  let writes: Promise<void> = Promise.resolve();
  const gameOf = (slug: string): KeptGame => games.get(slug) ?? NO_GAME;
  const nameOf = (slug: string) => `${service} ${slug}`;

  async function tried<T>(work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch {
      isLasting = false;
      return undefined;
    }
  }

  function changeGame(slug: string, change: (game: KeptGame) => KeptGame): void {
    const before = gameOf(slug);
    const after = change(before);
    if (after !== before) {
      games.set(slug, after);
      write(nameOf(slug), (stored: KeptGame | undefined) => change(stored ?? NO_GAME));
    }
  }

  function changeHouse(change: (house: KeptHouse) => KeptHouse): void {
    house = change(house);
    write(service, (stored: KeptHouse | undefined) => change(stored ?? NO_HOUSE));
  }

  function write<T>(name: string, change: (before: T | undefined) => T): void {
    writes = writes.then(() => tried(() => storage.update(name, change)));
  }

  return {
    game: gameOf,
    keys: () => house.keys,
    keepKeys: (keys) =>
      changeHouse((before) => (before.keys.length > 0 ? before : { ...before, keys })),
    checkpoint: () => house.checkpoint,
    keepCheckpoint: (checkpoint) => changeHouse((before) => ({ ...before, checkpoint })),
    header: (slug, day) => gameOf(slug).headers.find(({ date }) => date === day),
    keepHeader: (header: SignedHeader) =>
      changeGame(header.game, (game) => withHeader(game, header)),
    promised: (slug, wanted): Promised | undefined =>
      gameOf(slug).promises.find(({ round }) => round === wanted),
    keepPromise: ({ game: slug, round, headerHash, commitment, receipt = null }: OpenRecord) =>
      changeGame(slug, (game) =>
        withPromise(game, { round, headerHash, commitment, receipt, isChecked: false }),
      ),
    keepChecked: (slug, round) => changeGame(slug, (game) => withChecked(game, round)),
    keepFault: (slug, fault) => changeGame(slug, (game) => withFault(game, fault)),
    async load(slug) {
      await writes;
      const [storedHouse, storedGame] = (await tried(() =>
        Promise.all([storage.read(service), storage.read(nameOf(slug))]),
      )) ?? [undefined, undefined];
      house = (storedHouse as KeptHouse | undefined) ?? house;
      games.set(slug, (storedGame as KeptGame | undefined) ?? gameOf(slug));
    },
    stored: () => writes.then(() => {}),
    isLasting: () => isLasting,
  };
}
