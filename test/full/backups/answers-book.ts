import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { roundsCommand } from "../../../server/cli/rounds.ts";
import type { Game } from "../../../src/games/contract.ts";
import { games } from "../../../src/games/index.ts";
import { timingOf } from "../../../src/games/timing.ts";
import { isConfirmed, momentAt } from "../../../src/round/phases.ts";
import type { HistoryEntry, RoundState } from "../../../src/wire.ts";
import { callCommand, succeeded } from "../../support/command.ts";
import type { TestService } from "../../support/service.ts";
import { tempFolder } from "../../support/temp-store.ts";

/** A question about a game, and the time of the service's clock at which it was asked. */
interface Question {
  readonly game: Game;
  readonly what: "current" | "results";
  readonly nowMs: number;
}

/** How many finished rounds are asked for at once. */
const LIMIT = 12;
const PATHS = { current: "current", results: `results?limit=${LIMIT}` } as const;

/** All that services said of rounds. Two answers to one question that differ are an error at once. */
export interface AnswersBook {
  /** How many questions had an answer. */
  readonly size: number;
  /** Asks for everything, over and over. Gives what ends that, once the last answer is there. */
  keepAsking(service: TestService): () => Promise<void>;
  /** Sets a service's clock to each time at which something was asked, and asks it again. */
  askAgain(service: TestService): Promise<void>;
  /** Throws for an answer that is not what the secret makes of its round. */
  compareWith(secretHex: string): Promise<void>;
}

export function openAnswersBook(): AnswersBook {
  const book = new Map<string, { question: Question; body: string }>();

  async function ask(service: TestService, question: Question): Promise<void> {
    const { game, what, nowMs } = question;
    const path = `/embed/${game.slug}/api/${PATHS[what]}`;
    const response = await service.ask(path);
    const body = await response.text();
    if (service.clock.nowMs !== nowMs) {
      // It may be of either time.
      return;
    }
    if (response.status === 503 && game.slug === "bigsixball" && what === "current") {
      // At the end of its life it is down for maintenance.
      return;
    }
    if (response.status !== 200) {
      throw new Error(`${path} was answered with ${response.status}: ${body}`);
    }
    const name = `${path} at ${nowMs}`;
    const before = book.get(name)?.body ?? body;
    if (before !== body) {
      throw new Error(`${name} was answered with ${before}, and with ${body}`);
    }
    book.set(name, { question, body });
  }

  return {
    get size() {
      return book.size;
    },
    keepAsking(service) {
      let isWanted = true;
      const work = (async () => {
        while (isWanted) {
          for (const game of games) {
            for (const what of ["current", "results"] as const) {
              await ask(service, { game, what, nowMs: service.clock.nowMs });
            }
          }
          // Else nothing that comes from outside this process would have its turn.
          await new Promise((resolve) => void setImmediate(resolve));
        }
      })();
      // It is looked at once all that goes on meanwhile is done.
      work.catch(() => {});
      return async () => {
        isWanted = false;
        await work;
      };
    },
    async askAgain(service) {
      const questions = [...book.values()].map(({ question }) => question);
      for (const question of questions.toSorted((one, other) => one.nowMs - other.nowMs)) {
        service.clock.nowMs = question.nowMs;
        await ask(service, question);
      }
    },
    async compareWith(secretHex) {
      const answers = [...book.values()];
      for (const game of games) {
        const ofGame = answers.filter(({ question }) => question.game === game);
        const entries = await dealtRounds(
          game,
          secretHex,
          ofGame.map(({ question }) => question.nowMs),
        );
        for (const { question, body } of ofGame) {
          const wanted = JSON.stringify(dueAnswer(question, entries, body));
          if (wanted !== body) {
            const { what, nowMs } = question;
            throw new Error(`${game.slug} ${what} at ${nowMs}: ${body}, and due is ${wanted}`);
          }
        }
      }
    },
  };
}

/** The rounds about some times, as the command deals them from a secret where there is no service. */
async function dealtRounds(
  game: Game,
  secretHex: string,
  timesMs: readonly number[],
): Promise<ReadonlyMap<number, HistoryEntry>> {
  const roundOf = (ms: number) => momentAt(ms, timingOf(game, "seed")).round;
  const first = roundOf(Math.min(...timesMs)) - LIMIT;
  const count = roundOf(Math.max(...timesMs)) - first + 1;
  const args = [game.slug, "--from", `${first}`, "--count", `${count}`, "--secret", secretHex];
  const { stdout } = succeeded(
    await callCommand(roundsCommand, args, { DATA_DIR: await tempFolder() }),
  );
  const entries = stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as HistoryEntry);
  return new Map(entries.map((entry) => [entry.round, entry]));
}

/** What is to be said, in the order of the fields that was said. */
function dueAnswer(
  { game, what, nowMs }: Question,
  entries: ReadonlyMap<number, HistoryEntry>,
  body: string,
): unknown {
  const timing = timingOf(game, "seed");
  const { round, phase, leftMs } = momentAt(nowMs, timing);
  if (what === "results") {
    const last = isConfirmed(phase) ? round : round - 1;
    return Array.from({ length: LIMIT }, (_, index) => entries.get(last - index));
  }
  const entry: Readonly<Record<string, unknown>> = { ...entries.get(round) };
  const outcome = Object.keys(JSON.parse(body) as RoundState).map((field) => {
    const isOpen = phase !== "betting" && (field !== "result" || isConfirmed(phase));
    return [field, isOpen ? entry[field] : null] as const;
  });
  return {
    ...Object.fromEntries(outcome),
    round,
    daily_round: entry["daily_round"],
    date: entry["date"],
    phase,
    remainMs: phase === "betting" ? leftMs : 0,
  };
}

/** The secret of a service with such settings, 64 hex digits. */
export async function secretIn({
  DATA_DIR = "",
  ORACLE_SECRET = "",
}: Readonly<Record<string, string>>): Promise<string> {
  return ORACLE_SECRET === ""
    ? (await readFile(join(DATA_DIR, "secret"), "utf8")).trim()
    : ORACLE_SECRET;
}
