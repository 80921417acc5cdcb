import { setTimeout as pause } from "node:timers/promises";
import type { Game } from "../../src/games/contract.ts";
import { games } from "../../src/games/index.ts";
import { phaseStartMs } from "../../src/round/phases.ts";
import type { RoundState } from "../../src/wire.ts";

/** What servers were seen to do wrong, by this machine's clock, which is right. */
export interface Findings {
  /** Answers that were looked at. */
  answers: number;
  /** Answers of one server while it was refusing. */
  refusals: number;
  /** Outcomes that were there before the round's cards are to be turned. */
  early: number;
  /** Bets that one server took on a round whose outcome another had shown. */
  contradictions: number;
  /** Rounds of which two outcomes were shown. */
  differing: number;
}

/** An answer, and between which moments it was given. */
interface Seen {
  readonly server: string;
  readonly game: Game;
  readonly state: RoundState;
  readonly sentMs: number;
  readonly receivedMs: number;
}

const COMMON_FIELDS = 5;
const PAUSE_MS = 150;

/** Asks all servers for all games all the time, until it is stopped, and returns what was found. */
export function watchServers(addresses: readonly string[]): { stop(): Promise<Findings> } {
  const seen: Seen[] = [];
  let refusals = 0;
  let isOver = false;

  async function ask(server: string, game: Game): Promise<void> {
    while (!isOver) {
      const sentMs = Date.now();
      try {
        const answer = await fetch(`${server}/embed/${game.slug}/api/current`);
        if (answer.status === 200) {
          const state = (await answer.json()) as RoundState;
          seen.push({ server, game, state, sentMs, receivedMs: Date.now() });
        } else {
          await answer.body?.cancel();
          refusals += 1;
        }
      } catch {
        // It is not there yet, or no more.
      }
      await pause(PAUSE_MS);
    }
  }

  const asking = addresses.flatMap((server) => games.map((game) => ask(server, game)));
  return {
    async stop() {
      isOver = true;
      await Promise.all(asking);
      return { answers: seen.length, refusals, ...judgeAnswers(seen) };
    },
  };
}

function isTold({ state }: Seen): boolean {
  return Object.values(state)
    .slice(COMMON_FIELDS)
    .some((value) => value !== null);
}

function judgeAnswers(
  seen: readonly Seen[],
): Pick<Findings, "early" | "contradictions" | "differing"> {
  const early = seen.filter(
    (one) => isTold(one) && one.receivedMs < phaseStartMs(one.state.round, "revealing", one.game),
  ).length;
  /** When an outcome was first seen, by game and round, and what it was. */
  const firstMs = new Map<string, number>();
  const outcomes = new Map<string, Set<string>>();
  for (const one of seen.filter(isTold)) {
    const name = `${one.game.slug} ${one.state.round}`;
    firstMs.set(name, Math.min(firstMs.get(name) ?? Infinity, one.receivedMs));
    if (one.state.phase === "result") {
      const fields = JSON.stringify(Object.entries(one.state).slice(COMMON_FIELDS));
      outcomes.set(name, (outcomes.get(name) ?? new Set()).add(fields));
    }
  }
  const contradictions = seen.filter(
    ({ game, state, sentMs }) =>
      state.remainMs > 0 && (firstMs.get(`${game.slug} ${state.round}`) ?? Infinity) < sentMs,
  ).length;
  const differing = [...outcomes.values()].filter((said) => said.size > 1).length;
  return { early, contradictions, differing };
}

/** How long it takes until a server answers `current` with a status, in ms. */
export async function untilStatus(server: string, status: number): Promise<number> {
  const startMs = performance.now();
  for (;;) {
    const answer = await fetch(`${server}/embed/baccarat/api/current`);
    await answer.body?.cancel();
    if (answer.status === status) {
      return performance.now() - startMs;
    }
    if (performance.now() - startMs > 120_000) {
      throw new Error(`After two minutes ${server} still answers ${answer.status}.`);
    }
    await pause(20);
  }
}
