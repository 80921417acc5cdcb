import { spotKey } from "../../wire/spot-bets.ts";
import type { SpotBets, SpotName, SpotWin, TableBets, TableWinners } from "../../wire/spot-bets.ts";

/** Thrown for invalid bets or winners. The message explains the error to the page. */
export class UnreadableBets extends Error {}

/** Maximum number of spots, more than any table has. */
const MAX_SPOTS = 64;
const MAX_TEAMS = 3;
/** 10^12: the largest amount that `Intl` formats compactly. */
const MAX_AMOUNT = 1e12;
/** Minimum value of the smallest chip; with less, all piles would have the maximum height. */
const MIN_CHIP = 1e-6;

type Fields = Readonly<Record<string, unknown>>;

/**
 * Validates untrusted bets field by field; null removes the bets.
 *
 * Throws an {@link UnreadableBets} for the first error.
 *
 * @param known the spots of the table.
 */
export function readBets(value: unknown, known: readonly SpotName[]): TableBets | null {
  return readSpots(value, known, (fields, spot): SpotBets => ({
    ...spot,
    total: readAmount(fields["total"], "total"),
    own: readAmount(fields["own"], "own"),
  }));
}

export function readWinners(value: unknown, known: readonly SpotName[]): TableWinners | null {
  return readSpots(value, known, (fields, spot): SpotWin => ({
    ...spot,
    own: readAmount(fields["own"], "own"),
  }));
}

function readSpots<Spot extends SpotName>(
  value: unknown,
  known: readonly SpotName[],
  read: (fields: Fields, spot: Required<SpotName>) => Spot,
): { round: number; spots: Spot[]; chip: number } | null {
  if (value === null || value === undefined) {
    return null;
  }
  const { round, spots, chip = 1 } = readFields(value, "The value");
  if (!Number.isSafeInteger(round) || Number(round) < 1) {
    throw new UnreadableBets('"round" must be a round number: a whole number of at least 1.');
  }
  if (!Array.isArray(spots) || spots.length > MAX_SPOTS) {
    throw new UnreadableBets(`"spots" must be a list of at most ${MAX_SPOTS}.`);
  }
  if (typeof chip !== "number" || !(chip >= MIN_CHIP && chip <= MAX_AMOUNT)) {
    throw new UnreadableBets(`"chip" must be a number from ${MIN_CHIP} to ${MAX_AMOUNT}.`);
  }
  const names = new Set(known.map(spotKey));
  const listed = new Set<string>();
  // Array.from also visits holes, which are invalid.
  const all = Array.from(spots as unknown[], (entry) => {
    const fields = readFields(entry, "Each spot");
    const spot = readSpotName(fields);
    const name = spotKey(spot);
    if (!names.has(name)) {
      throw new UnreadableBets(
        `This table has no spot "${name}". Its spots are: ${[...names].join(", ")}.`,
      );
    }
    if (listed.has(name)) {
      throw new UnreadableBets(`"${name}" occurs twice in "spots".`);
    }
    listed.add(name);
    return read(fields, spot);
  });
  return { round: Number(round), spots: all, chip };
}

function readFields(value: unknown, what: string): Fields {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new UnreadableBets(`${what} must be an object.`);
  }
  return value as Fields;
}

/** Maximum length of a name, more than any market or team has. */
const MAX_NAME = 32;
const isName = (value: unknown): value is string =>
  typeof value === "string" && value.length <= MAX_NAME;

function readSpotName({ market, teams = [] }: Fields): Required<SpotName> {
  if (!isName(market)) {
    throw new UnreadableBets('"market" must be a market name.');
  }
  if (!Array.isArray(teams) || teams.length > MAX_TEAMS || !teams.every(isName)) {
    throw new UnreadableBets(`"teams" must be a list of at most ${MAX_TEAMS} team names.`);
  }
  return { market, teams: [...teams] };
}

/** Reads an amount; 0 if it is omitted. */
function readAmount(value: unknown, name: string): number {
  if (value === undefined) {
    return 0;
  }
  if (typeof value !== "number" || !(value >= 0 && value <= MAX_AMOUNT)) {
    throw new UnreadableBets(`"${name}" must be a number from 0 to ${MAX_AMOUNT}.`);
  }
  return value;
}
