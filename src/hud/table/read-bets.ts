import { nameOfSpot } from "../../wire/bets.ts";
import type { SpotBets, SpotName, SpotWin, TableBets, TableWinners } from "../../wire/bets.ts";

/** Bets or winners have a mistake, which the message explains to their sender. */
export class UnreadableBets extends Error {}

/** More than any cloth has room for. */
const MAX_SPOTS = 64;
const MAX_TEAMS = 3;
/** A million millions: what `Intl` still writes in a few signs. */
const MAX_AMOUNT = 1e12;
/** The smallest chip is no less than this, or piles would say nothing. */
const MIN_CHIP = 1e-6;

type Fields = Readonly<Record<string, unknown>>;

/**
 * Reads bets, whatever was sent for them, field by field; null takes them away.
 *
 * Throws an {@link UnreadableBets} for the first fault. It looks at no more of them than a cloth has spots.
 *
 * @param known the spots that there are.
 */
export function readBets(value: unknown, known: readonly SpotName[]): TableBets | null {
  return readSpots(value, known, (fields, spot): SpotBets => ({
    ...spot,
    total: amount(fields["total"], "total"),
    own: amount(fields["own"], "own"),
  }));
}

/** The same for winners. */
export function readWinners(value: unknown, known: readonly SpotName[]): TableWinners | null {
  return readSpots(value, known, (fields, spot): SpotWin => ({
    ...spot,
    own: amount(fields["own"], "own"),
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
  const { round, spots, chip = 1 } = readFields(value, "This");
  if (!Number.isSafeInteger(round) || Number(round) < 1) {
    throw new UnreadableBets('"round" must be the number of a round.');
  }
  if (!Array.isArray(spots) || spots.length > MAX_SPOTS) {
    throw new UnreadableBets(`"spots" must be a list of at most ${MAX_SPOTS}.`);
  }
  if (typeof chip !== "number" || !(chip >= MIN_CHIP && chip <= MAX_AMOUNT)) {
    throw new UnreadableBets(`"chip" must be a number from ${MIN_CHIP} to ${MAX_AMOUNT}.`);
  }
  const names = new Set(known.map(nameOfSpot));
  const seen = new Set<string>();
  // By index, so that holes count as what they are.
  const all = Array.from(spots as unknown[], (each) => {
    const fields = readFields(each, "Each spot");
    const spot = readName(fields);
    const name = nameOfSpot(spot);
    if (!names.has(name)) {
      throw new UnreadableBets(`This table has no spot "${name}".`);
    }
    if (seen.has(name)) {
      throw new UnreadableBets(`The spot "${name}" is there twice.`);
    }
    seen.add(name);
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

/** Longer names are no market and no team. */
const MAX_NAME = 32;
const isName = (value: unknown): value is string =>
  typeof value === "string" && value.length <= MAX_NAME;

function readName({ market, teams = [] }: Fields): Required<SpotName> {
  if (!isName(market)) {
    throw new UnreadableBets('"market" must be the name of a market.');
  }
  if (!Array.isArray(teams) || teams.length > MAX_TEAMS || !teams.every(isName)) {
    throw new UnreadableBets('"teams" must be a list of teams.');
  }
  return { market, teams: [...teams] };
}

/** An amount; nothing that is left out is 0. */
function amount(value: unknown, name: string): number {
  if (value === undefined) {
    return 0;
  }
  if (typeof value !== "number" || !(value >= 0 && value <= MAX_AMOUNT)) {
    throw new UnreadableBets(`"${name}" must be a number from 0 to ${MAX_AMOUNT}.`);
  }
  return value;
}
