import type { DatabaseSync } from "node:sqlite";
import type { Bet, Settlement } from "tableside/settle";
import { playerAccount } from "./ledger.ts";
import type { Ledger } from "./ledger.ts";

/** A bet as it is stored; `teams` and `paytable` are JSON. */
export interface BetRow {
  readonly id: number;
  readonly player: string;
  readonly request_id: string;
  readonly game: string;
  readonly round: number;
  readonly market: string;
  readonly teams: string;
  readonly stake: number;
  readonly placed_ms: number;
  readonly closes_ms: number;
  readonly paytable: string;
  readonly outcome: Settlement["outcome"] | null;
  readonly returned: number | null;
}

const HISTORY = 30;

/** The bets and their money. What writes runs inside a transaction of the caller's. */
export class Bets {
  readonly #db: DatabaseSync;
  readonly #ledger: Ledger;

  constructor(db: DatabaseSync, ledger: Ledger) {
    this.#db = db;
    this.#ledger = ledger;
  }

  /** Stores a bet and moves its stake. Throws when the player does not have it. */
  place(player: string, requestId: string, bet: Bet, paytable: string): BetRow {
    const { lastInsertRowid } = this.#db
      .prepare(
        `INSERT INTO bet (player, request_id, game, round, market, teams, stake, placed_ms, closes_ms, paytable)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      )
      .run(
        ...([player, requestId, bet.game, bet.round, bet.market] as const),
        ...([JSON.stringify(bet.teams ?? []), bet.stake] as const),
        ...([bet.placedAtMs, bet.closesAtMs, paytable] as const),
      );
    this.#ledger.post(`stake:${lastInsertRowid}`, bet.placedAtMs, {
      [playerAccount(player)]: -bet.stake,
      stakes: bet.stake,
    });
    return this.#db
      .prepare("SELECT * FROM bet WHERE id = ?")
      .get(lastInsertRowid) as unknown as BetRow;
  }

  /** Closes a bet and moves its money, once: a bet that is closed already is left as it is. */
  close({ id, player, stake }: BetRow, { outcome, returned }: Settlement, atMs: number): boolean {
    const { changes } = this.#db
      .prepare("UPDATE bet SET outcome = ?, returned = ? WHERE id = ? AND outcome IS NULL")
      .run(outcome, returned, id);
    if (changes === 0) {
      return false;
    }
    this.#ledger.post(`settle:${id}`, atMs, {
      stakes: -stake,
      [playerAccount(player)]: returned,
      operator: stake - returned,
    });
    return true;
  }

  /** A bet that a player asked for before under the same id. */
  findRequest(player: string, requestId: string): BetRow | undefined {
    return this.#db
      .prepare("SELECT * FROM bet WHERE player = ? AND request_id = ?")
      .get(player, requestId) as BetRow | undefined;
  }

  /** The latest bets of a player, the newest first. */
  ofPlayer(player: string): BetRow[] {
    return this.#db
      .prepare("SELECT * FROM bet WHERE player = ? ORDER BY id DESC LIMIT ?")
      .all(player, HISTORY) as unknown as BetRow[];
  }

  /** The first round after another with open bets, of those that are not late; null when there is none. */
  oldestOpenRound(game: string, after: number): number | null {
    const row = this.#db
      .prepare(
        `SELECT min(round) AS round FROM bet WHERE game = ? AND outcome IS NULL AND round > ?
         AND round NOT IN (SELECT round FROM late_round WHERE late_round.game = bet.game)`,
      )
      .get(game, after) as { round: number | null };
    return row.round;
  }

  open(game: string, round: number): BetRow[] {
    return this.#db
      .prepare("SELECT * FROM bet WHERE game = ? AND round = ? AND outcome IS NULL")
      .all(game, round) as unknown as BetRow[];
  }

  /** Rounds with open bets that closed before a time and are not known to be late. */
  overdue(game: string, beforeMs: number): number[] {
    const rows = this.#db
      .prepare(
        `SELECT DISTINCT round FROM bet WHERE game = ? AND outcome IS NULL AND closes_ms < ?
         AND round NOT IN (SELECT round FROM late_round WHERE late_round.game = bet.game)
         ORDER BY round`,
      )
      .all(game, beforeMs) as unknown as { round: number }[];
    return rows.map(({ round }) => round);
  }

  /** Keeps in mind that a round cannot be paid yet. False when that was known. */
  addLate(game: string, round: number, nowMs: number): boolean {
    const { changes } = this.#db
      .prepare("INSERT INTO late_round VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING")
      .run(game, round, nowMs, nowMs);
    return changes === 1;
  }

  /** Late rounds with open bets that were not asked for since a time. */
  late(game: string, askedBeforeMs: number): { round: number; sinceMs: number }[] {
    return this.#db
      .prepare(
        `SELECT round, since_ms AS sinceMs FROM late_round WHERE game = ? AND asked_ms < ? AND EXISTS
           (SELECT 1 FROM bet WHERE bet.game = late_round.game AND bet.round = late_round.round
            AND outcome IS NULL)
         ORDER BY round`,
      )
      .all(game, askedBeforeMs) as unknown as { round: number; sinceMs: number }[];
  }

  setAsked(game: string, round: number, nowMs: number): void {
    this.#db
      .prepare("UPDATE late_round SET asked_ms = ? WHERE game = ? AND round = ?")
      .run(nowMs, game, round);
  }

  /** The bets of rounds that closed in a span of time. */
  closedIn(fromMs: number, toMs: number): BetRow[] {
    return this.#db
      .prepare("SELECT * FROM bet WHERE closes_ms >= ? AND closes_ms < ? ORDER BY game, round, id")
      .all(fromMs, toMs) as unknown as BetRow[];
  }
}

/** A stored bet as `settle` takes it. */
export function asBet(row: BetRow): Bet {
  return {
    game: row.game,
    round: row.round,
    market: row.market,
    teams: JSON.parse(row.teams) as string[],
    stake: row.stake,
    placedAtMs: row.placed_ms,
    closesAtMs: row.closes_ms,
  };
}
