import { verify } from "../fairness/check-round.ts";
import { headerHash } from "../fairness/header.ts";
import type { SignedHeader } from "../fairness/header.ts";
import { loadDayBefore, loadEntry } from "../fairness/house-sources.ts";
import { headerPath, recordPath } from "../fairness/paths.ts";
import { FieldError, readHeader, readRecord } from "../fairness/read-untrusted.ts";
import { isRevealed } from "../fairness/record.ts";
import type { OpenRecord, RoundRecord } from "../fairness/record.ts";
import { sameJson } from "../fairness/same-json.ts";
import type { Game } from "../games/contract.ts";
import type { WatchedHouse } from "./watched-house.ts";

/** What is wrong with a house. */
export interface WatchFault {
  readonly words: string;
  readonly evidence: unknown;
  /** Whether it concerns all rounds of the day: then it is raised once. */
  readonly isOfDay?: boolean;
}

/** Keeps what the house promises of a round that is still open, as of the first time it is asked. */
export async function keepPromise(
  house: WatchedHouse,
  game: Game,
  round: number,
): Promise<WatchFault[]> {
  const answer = await house.get(recordPath(game.slug, round));
  const record = readOr(() => readRecord(answer));
  if (record === null || record.game !== game.slug || record.round !== round) {
    return [{ words: "What the house shows is no record of the round.", evidence: answer }];
  }
  const header = await house.get(headerPath(record));
  const faults = [...headerFaults(house, record, header), ...nameFaults(record, header)];
  // What is shown with its seed is no promise any more: whoever keeps it was late.
  if (!isRevealed(record)) {
    house.memory.keepPromise(record);
  }
  return faults;
}

/** Checks a round that is over, and that it is as it was promised. "withheld": its record is still open. */
export async function checkFinished(
  house: WatchedHouse,
  game: Game,
  round: number,
): Promise<WatchFault[] | "withheld"> {
  const answer = await house.get(recordPath(game.slug, round));
  const record = readOr(() => readRecord(answer));
  if (record === null || record.game !== game.slug || record.round !== round) {
    return [{ words: "What the house shows is no record of the round.", evidence: answer }];
  }
  if (!isRevealed(record)) {
    return "withheld";
  }
  const header = await house.get(headerPath(record));
  const read = readOr(() => readHeader(header));
  const given = read === null ? {} : await loadDayBefore(house, read);
  const { checks } = verify({
    record: answer,
    header,
    kept: keptRecord(house, record),
    keys: { pinned: house.memory.keys(), shown: [] },
    chains: house.chains,
    ...given,
    ...(await loadEntry(house, record)),
    ...(read === null ? {} : await house.timeOf(read)),
  });
  const evidence = { record: answer, header, kept: house.memory.promised(game.slug, round) };
  return [
    ...checks
      .filter(({ status }) => status === "fail")
      .map((check) => ({ words: house.inWords(check), evidence })),
    ...promiseFaults(house, record),
    ...headerFaults(house, record, header),
  ];
}

/** Holds what a table shows against the record, if its result stands. */
export async function checkTable(house: WatchedHouse, game: Game): Promise<WatchFault[]> {
  const answer = await house.get(`/embed/${game.slug}/api/current`);
  const state = Object(answer) as Readonly<Record<string, unknown>>;
  if (state["phase"] !== "result" && state["phase"] !== "waiting") {
    return [];
  }
  const { round } = state;
  const record = await recordOf(house, game, typeof round === "number" ? round : Number.NaN);
  if (record === null || !isRevealed(record)) {
    return [];
  }
  const shown = Object.fromEntries(
    Object.keys(Object(record.outcome) as object).map((name) => [name, state[name]]),
  );
  return sameJson(record.outcome, shown)
    ? []
    : [
        {
          words: "The table showed another result than the record has.",
          evidence: { state, record },
        },
      ];
}

async function recordOf(
  house: WatchedHouse,
  game: Game,
  round: number,
): Promise<OpenRecord | RoundRecord | null> {
  const answer = await house.get(recordPath(game.slug, round));
  return readOr(() => readRecord(answer));
}

/** The record as it was kept with its receipt; null: there was none. */
function keptRecord({ memory }: WatchedHouse, record: RoundRecord): OpenRecord | null {
  const promised = memory.promised(record.game, record.round);
  return promised?.receipt ? { ...record, ...promised } : null;
}

function promiseFaults({ memory }: WatchedHouse, record: RoundRecord): WatchFault[] {
  const promised = memory.promised(record.game, record.round);
  if (promised === undefined) {
    return [];
  }
  const isKept =
    promised.commitment === record.commitment && promised.headerHash === record.headerHash;
  return isKept
    ? []
    : [
        {
          words: "The record is not the one that was promised while bets were open.",
          evidence: { promised, record },
        },
      ];
}

/** A record of another header than the day's is a promise that nobody has signed. */
function nameFaults(record: OpenRecord, answer: unknown): WatchFault[] {
  const header = readOr(() => readHeader(answer));
  return header === null || headerHash(header) === record.headerHash
    ? []
    : [
        {
          words: "The record names another header than that of its day.",
          evidence: { record, header },
        },
      ];
}

/** Two headers of a day prove that a house cheats; the first one that was seen is kept. */
function headerFaults(
  { memory }: WatchedHouse,
  { game }: OpenRecord,
  answer: unknown,
): WatchFault[] {
  const header: SignedHeader | null = readOr(() => readHeader(answer));
  if (header === null || header.game !== game) {
    return [{ words: "What the house shows is no header of the day.", evidence: answer }];
  }
  const kept = memory.header(header.game, header.date);
  if (kept === undefined) {
    memory.keepHeader(header);
    return [];
  }
  return headerHash(kept) === headerHash(header)
    ? []
    : [
        {
          words: `There are two headers of ${header.date}: the house cheats.`,
          evidence: { kept, header },
          isOfDay: true,
        },
      ];
}

/** What is read; null where a field is not as it must be. */
export function readOr<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof FieldError)) {
      throw error;
    }
    return null;
  }
}
