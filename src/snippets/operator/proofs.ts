import { QUICKNET } from "../../fairness/chain.ts";
import { verify } from "../../fairness/check-round.ts";
import { loadDayBefore } from "../../fairness/house-sources.ts";
import { headerPath, recordPath } from "../../fairness/paths.ts";
import { readHeader } from "../../fairness/read-untrusted.ts";
import type { HistoryEntry } from "../../wire.ts";
import { NotThere } from "./service.ts";
import type { Service } from "./service.ts";

/**
 * Checks rounds before they are paid: that their day was signed by one of these keys, and that record,
 * seed, beacon and result fit together and with the entry that bets are paid by.
 */
export function proofs(service: Service, signingKeys: readonly string[]) {
  const house = {
    get: (path: string) => service.get(path),
    isMissing: (error: unknown) => error instanceof NotThere,
  };
  const headers = new Map<string, Promise<unknown>>();
  return async (game: string, entry: HistoryEntry): Promise<boolean> => {
    const record = await house.get(recordPath(game, entry.round));
    const path = headerPath({ game, round: entry.round });
    if (!headers.has(path)) {
      headers.clear(); // Rounds come in order: one day at a time is enough.
      headers.set(path, house.get(path));
    }
    const header = await headers.get(path);
    const { verdict } = verify({
      record,
      header,
      keys: { pinned: signingKeys, shown: [] },
      chains: [QUICKNET],
      entry,
      ...(await loadDayBefore(house, readHeader(header))),
    });
    return verdict === "proven";
  };
}
