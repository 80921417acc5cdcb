import { ed25519 } from "../../server/fairness/node-crypto.ts";
import { openHouseLog } from "../../server/tlog/house-log.ts";
import type { SignedHeader } from "../../src/fairness/header.ts";
import { makeHeader } from "../../src/fairness/publish.ts";
import { dayAt } from "../../src/fairness/utc-day.ts";
import { games } from "../../src/games/index.ts";
import { NOW_MS } from "./service.ts";
import { tempStore } from "./temp-store.ts";
import { SIGNING_KEY } from "./test-proofs.ts";
import { HOUSE, WITNESSES } from "./test-tlog.ts";

/* The log of a house on its store, without a service around it. */

export const TODAY = dayAt(NOW_MS);

/** A signed header of a game's day whose root is the same byte 32 times. */
export function headerOf(game: (typeof games)[0], day: number, byte = 7): SignedHeader {
  const root = byte.toString(16).padStart(2, "0").repeat(32);
  const publishedAt = NOW_MS + (day - TODAY) * 86_400_000;
  return makeHeader({ game, day, root, chain: null, publishedAt }, SIGNING_KEY, ed25519);
}

/** The headers of a day of all games. */
export const dayOf = (day: number) => games.map((game) => headerOf(game, day));

export type Place = Parameters<typeof tempStore>[0];

/** Puts headers into a store as publishing does, behind the log's back. */
export async function publish(place: Place, headers: readonly SignedHeader[]): Promise<void> {
  const { store } = await tempStore(place);
  for (const header of headers) {
    const day = dayAt(Date.parse(header.date));
    const row = { game: header.game, day, header: JSON.stringify(header) };
    await store.db.insertInto("day_header").values(row).execute();
  }
}

/** Opens the log in a store, of which one witness has to sign. */
export async function openLog(place: Place, dataDir: string) {
  const { store } = await tempStore(place);
  const { key, sign } = HOUSE;
  const witnesses = { keys: [{ key: WITNESSES[0]!.key, url: undefined }], needed: 1 };
  const log = await openHouseLog({ store, key, sign, dataDir, witnesses, isLost: () => false });
  return { log, store };
}
