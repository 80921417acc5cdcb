import type { DatabaseSync } from "node:sqlite";
import { checkBet, SettleError } from "tableside/settle";
import type { Bet } from "tableside/settle";
import type { Bets, BetRow } from "./bets.ts";
import { transaction } from "./database.ts";
import { playerAccount } from "./ledger.ts";
import type { Ledger } from "./ledger.ts";
import { Refusal } from "./refusal.ts";
import type { Service } from "./service.ts";

export interface TakingDeps {
  readonly db: DatabaseSync;
  readonly bets: Bets;
  readonly ledger: Ledger;
  readonly service: Service;
  /** Where this operator pays other than usual, as JSON; stored with every bet that it takes. */
  readonly paytable: string;
}

/** The highest stake of one bet, in cents. */
const MAX_BET = 50_000;

/**
 * Takes a bet of a player, or gives back the one that was taken when the same request came before.
 * Everything is refused with a `Refusal`; then nothing was stored.
 */
export async function takeBet(
  deps: TakingDeps,
  player: string,
  request: unknown,
): Promise<{ row: BetRow; isNew: boolean }> {
  const { requestId, wanted } = readRequest(request);
  const before = deps.bets.findRequest(player, requestId);
  if (before !== undefined) {
    return { row: sameBet(before, wanted), isNew: false };
  }
  const closesAtMs = await openUntilMs(deps.service, wanted);
  // From here on nothing waits: no other request comes between the clock, the balance and the disk.
  return transaction(deps.db, () => {
    const replayed = deps.bets.findRequest(player, requestId);
    if (replayed !== undefined) {
      return { row: sameBet(replayed, wanted), isNew: false };
    }
    const placedAtMs = deps.service.latestMs(wanted.game);
    if (placedAtMs >= closesAtMs) {
      throw new Refusal(409, "round_closed", "Bets on this round have closed.");
    }
    if (deps.ledger.balance(playerAccount(player)) < wanted.stake) {
      throw new Refusal(409, "no_funds", "Your balance is below the stake.");
    }
    const bet = { ...wanted, placedAtMs, closesAtMs };
    return { row: deps.bets.place(player, requestId, bet, deps.paytable), isNew: true };
  });
}

/** When the bets of a round close. Refuses any round but the one that the service takes bets on. */
async function openUntilMs(service: Service, { game, round }: Bet): Promise<number> {
  let state;
  let closesAtMs;
  try {
    state = await service.current(game);
    closesAtMs = await service.closesAtMs(game, state.round);
  } catch {
    throw new Refusal(503, "table_closed", "This table takes no bets now. Try again shortly.");
  }
  if (state.round !== round || state.phase !== "betting" || state.remainMs <= 0) {
    throw new Refusal(409, "round_closed", "Bets on this round are not open.");
  }
  return closesAtMs;
}

function readRequest(request: unknown): { requestId: string; wanted: Bet } {
  const { id, game, round, market, teams = [], stake } = Object(request) as Record<string, unknown>;
  if (typeof id !== "string" || !/^[\w-]{8,64}$/.test(id)) {
    throw new Refusal(400, "bad_bet", '"id" must be 8 to 64 letters and digits of your choice.');
  }
  if (typeof stake === "number" && stake > MAX_BET) {
    throw new Refusal(400, "bad_bet", `The highest stake is ${MAX_BET} cents.`);
  }
  // The times are checked here as well, so any will do: the true ones are set later.
  const wanted = { game, round, market, teams, stake, placedAtMs: 1, closesAtMs: 2 } as Bet;
  try {
    checkBet(wanted);
  } catch (error) {
    throw error instanceof SettleError ? new Refusal(400, "bad_bet", error.message) : error;
  }
  return { requestId: id, wanted };
}

/** One id stands for one bet: whoever sends another under it is told. */
function sameBet(row: BetRow, { game, round, market, teams, stake }: Bet): BetRow {
  const isSame =
    row.game === game &&
    row.round === round &&
    row.market === market &&
    row.teams === JSON.stringify(teams) &&
    row.stake === stake;
  if (!isSame) {
    throw new Refusal(409, "id_taken", "There is another bet under this id.");
  }
  return row;
}
