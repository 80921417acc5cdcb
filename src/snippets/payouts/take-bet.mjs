import { createClient, serviceClock } from "tableside/client";
import { betsCloseAtMs, checkBet } from "tableside/settle";

const client = createClient({ baseUrl: "https://games.example.com", game: "baccarat" });
const clock = serviceClock(client);

// Returns the bet to store. Throws if the bet is invalid, bets are closed, or the service does not answer: then take no bet.
export async function takeBet(round, market, stake, teams = []) {
  const current = await client.current();
  const closesAtMs = betsCloseAtMs(round, await clock.sync());
  const placedAtMs = clock.latestMs();
  const isOpen = current.round === round && current.phase === "betting" && current.remainMs > 0;
  if (!isOpen || placedAtMs >= closesAtMs) {
    throw new Error(`Bets on round ${round} are closed.`);
  }
  const bet = { game: "baccarat", round, market, teams, stake, placedAtMs, closesAtMs };
  checkBet(bet);
  return bet;
}
