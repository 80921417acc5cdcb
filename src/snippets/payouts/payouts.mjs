import { createClient } from "tableside/client";
import { settle } from "tableside/settle";

const baseUrl =
  process.env.TABLESIDE_URL ?? "https://games.example.com";

// `open` contains your unsettled bets. `pay` must pay each bet only
// once, even if called again. Throws if the service does not respond:
// catch the error and try again later.
export async function settleOpenBets(game, open, pay) {
  const client = createClient({ baseUrl, game });
  const own = open.filter((bet) => bet.game === game);
  for (const round of new Set(own.map((bet) => bet.round))) {
    // Empty until the round has a result.
    for await (const entry of client.results({ round })) {
      for (const bet of own.filter((row) => row.round === round)) {
        try {
          // For example, { outcome: "won", returned: 200 }.
          await pay(bet, settle(entry, bet));
        } catch (error) {
          // This bet stays open; the loop pays the others.
          console.error("not settled", bet, error);
        }
      }
    }
  }
}
