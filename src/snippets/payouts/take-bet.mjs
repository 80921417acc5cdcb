import { createClient, serviceClock } from "tableside/client";
import { betsCloseAtMs, checkBet } from "tableside/settle";

const baseUrl =
  process.env.TABLESIDE_URL ?? "https://games.example.com";

const tables = new Map(
  ["dragontiger", "baccarat", "bigsixball"].map((game) => {
    const client = createClient({ baseUrl, game });
    return [game, { client, clock: serviceClock(client) }];
  }),
);

// Returns the bet to store. Throws a SettleError if the bet is invalid,
// a RangeError if bets are not open, and another error if the service
// does not respond.
export async function takeBet(game, round, market, stake, teams = []) {
  // Checks the bet before any request, with placeholder times.
  checkBet({
    game,
    round,
    market,
    teams,
    stake,
    placedAtMs: 1e12,
    closesAtMs: 1e12,
  });
  const { client, clock } = tables.get(game);
  const current = await client.current();
  const schedule = await clock.sync();
  const placedAtMs = clock.latestMs();
  const isOpen =
    current.round === round &&
    current.phase === "betting" &&
    current.remainMs > 0;
  const closesAtMs = isOpen ? betsCloseAtMs(round, schedule) : 0;
  if (placedAtMs >= closesAtMs) {
    throw new RangeError(`Bets on round ${round} are not open.`);
  }
  return { game, round, market, teams, stake, placedAtMs, closesAtMs };
}
