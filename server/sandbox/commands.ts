import { dirname } from "node:path";
import type { Game } from "../../src/games/contract.ts";
import { findGame, games, slugs } from "../../src/games/index.ts";
import {
  DAY_MS,
  HOUR_MS,
  PHASES,
  momentAt,
  phaseStartMs,
  roundAt,
} from "../../src/round/phases.ts";
import { ROUND_EVENTS } from "../../src/wire/webhook-payload.ts";
import { InvalidInput } from "../access/invalid-input.ts";
import { issue } from "../access/keys.ts";
import { setMaintenance } from "../access/maintenance.ts";
import { openVault } from "../access/vault.ts";
import { openStore } from "../store/open-store.ts";
import { serialized } from "../store/serialized.ts";
import type { Store } from "../store/store.ts";
import { addEndpoint } from "../webhooks/endpoints.ts";
import type { EndpointInput } from "../webhooks/endpoints.ts";
import type { SandboxClock } from "./clock.ts";
import { FAILURES } from "./failures.ts";
import type { Failure, Failures, SandboxPoster } from "./failures.ts";
import { findRound, readOutcome } from "./outcomes.ts";
import type { ServiceLife } from "./service-life.ts";

export interface CommandDeps {
  readonly clock: SandboxClock;
  /** The clock's rate after a `reset`. */
  readonly firstRate: number;
  readonly life: ServiceLife;
  /** 32 bytes, from which the rounds are derived. */
  readonly secret: Uint8Array;
  readonly failures: Failures;
  readonly poster: SandboxPoster;
  readonly file: string;
}

type Fields = Readonly<Record<string, unknown>>;

interface Command {
  readonly fields: readonly string[];
  run(fields: Fields, deps: CommandDeps): Promise<object>;
}

/** Days are published 25 hours ahead, so steps of this length publish all of them. */
const STEP_MS = HOUR_MS;
const MAX_MOVE_MS = 31 * DAY_MS;
const MAX_DELAY_MS = 600_000;
const MAX_RATE = 100;
const MAX_KEY_DAYS = 3_650;

const COMMANDS: Readonly<Record<string, Command>> = {
  next: {
    fields: ["game", "outcome", "phase"],
    async run(fields, deps) {
      const { clock, life, secret } = deps;
      const game = readGame(fields["game"]);
      const phase = readChoice(fields["phase"] ?? "betting", "phase", PHASES);
      const matches = await readOutcome(game, fields["outcome"]);
      return whilePaused(clock, async () => {
        const startMs = clock.now();
        const round = findRound(secret, game, roundAt(startMs, game.intervalMs) + 1, matches);
        await leap(deps, phaseStartMs(round, phase, game));
        const record = `${life.url}/embed/${game.slug}/api/rounds/${round}`;
        return { game: game.slug, round, phase, record, movedMs: clock.now() - startMs };
      });
    },
  },
  rate: {
    fields: ["rate"],
    async run(fields, { clock }) {
      clock.rate = readNumber(fields["rate"], "rate", MAX_RATE);
      return { rate: clock.rate };
    },
  },
  move: {
    fields: ["to", "game"],
    run: ({ to, game: slug }, deps) =>
      whilePaused(deps.clock, async () => {
        const game = slug === undefined ? null : readGame(slug);
        await leap(deps, destination(String(to), game, deps.clock.now()));
        return { now: deps.clock.iso() };
      }),
  },
  failure: {
    fields: ["name", "on", "ms", "game"],
    async run({ name, on, ms, game }, { failures, ...deps }) {
      const failure = readChoice(name, "name", Object.keys(FAILURES) as Failure[]);
      if (typeof on !== "boolean") {
        throw new InvalidInput('"on" must be true or false.');
      }
      const delayMs = readNumber(ms ?? FAILURES[failure], "ms", MAX_DELAY_MS);
      if (failure === "maintenance") {
        await storeMaintenance(deps, game === undefined ? "all" : readGame(game).slug, on);
      }
      if (on) {
        failures.set(failure, delayMs);
        if (failure === "unavailable") {
          deps.life.cutStreams();
        }
      } else {
        failures.delete(failure);
      }
      return { failures: [...failures.keys()] };
    },
  },
  key: {
    fields: ["days", "origins"],
    async run({ days, origins }, { file, clock }) {
      const input = {
        days: readNumber(days ?? 30, "days", MAX_KEY_DAYS),
        origins: readTexts(origins ?? [], "origins"),
      };
      const { keyText } = await withStore(file, (store) => issueTestKey(store, input, clock.now()));
      return { key: keyText };
    },
  },
  webhook: {
    fields: ["url", "games", "events"],
    async run({ url, games: wanted, events }, { file, clock, life }) {
      const input = {
        url: String(url),
        games: readTexts(wanted ?? slugs, "games"),
        events: readTexts(events ?? ROUND_EVENTS, "events"),
      };
      const secret = await withStore(file, (store) =>
        storeEndpoint(store, dirname(file), input, clock.now()),
      );
      await life.service.catchUp();
      return { secret };
    },
  },
  restart: {
    fields: ["downMs"],
    async run({ downMs }, { life, clock }) {
      await life.restart(readNumber(downMs ?? 0, "downMs", MAX_DELAY_MS));
      return { now: clock.iso() };
    },
  },
  "cut-streams": {
    fields: [],
    async run(_, { life }) {
      life.cutStreams();
      return {};
    },
  },
  reset: {
    fields: [],
    async run(_, { failures, poster, clock, firstRate, ...deps }) {
      if (failures.has("maintenance")) {
        await storeMaintenance({ ...deps, clock }, "all", false);
      }
      failures.clear();
      poster.dropHeld();
      const now = clock.iso();
      clock.rate = firstRate;
      return { now, rate: firstRate };
    },
  },
};

/**
 * @param command a JSON object: the command's name in `do`, and its fields.
 * @throws InvalidInput with the allowed values if it cannot run.
 */
export async function perform(command: unknown, deps: CommandDeps): Promise<object> {
  if (typeof command !== "object" || command === null || Array.isArray(command)) {
    throw new InvalidInput("A command must be a JSON object.");
  }
  const { do: name, ...fields } = command as Fields;
  const chosen = readChoice(name, "do", Object.keys(COMMANDS));
  const found = COMMANDS[chosen] as Command;
  const unknown = Object.keys(fields).filter((field) => !found.fields.includes(field));
  if (unknown.length > 0) {
    const allowed = found.fields.join(", ") || "no fields";
    throw new InvalidInput(`"${chosen}" does not take ${unknown.join(", ")}. It takes ${allowed}.`);
  }
  return found.run(fields, deps);
}

/** Issues a key for tests. With 0 days, it has just expired. */
export function issueTestKey(
  store: Store,
  { days, origins }: { readonly days: number; readonly origins: readonly string[] },
  nowMs: number,
): Promise<{ id: string; keyText: string }> {
  const endsAtMs = Math.floor(nowMs + days * DAY_MS) - (days === 0 ? 1 : 0);
  const input = { label: "test", endsAtMs, origins };
  return issue(store, input, Math.min(nowMs, endsAtMs - 1), "test");
}

/** Stores an endpoint. Returns the secret that signs its webhooks. */
async function storeEndpoint(
  store: Store,
  dataDir: string,
  input: Omit<EndpointInput, "subscriptionId">,
  nowMs: number,
): Promise<string> {
  const vault = await openVault(store, { dataDir, secret: null });
  return serialized(store, async (transaction) => {
    const { id: subscriptionId } = await transaction
      .selectFrom("subscription")
      .select("id")
      .orderBy("ends_at", "desc")
      .limit(1)
      .executeTakeFirstOrThrow();
    const at = { nowMs, allowPrivate: true };
    const added = await addEndpoint(transaction, vault, { subscriptionId, ...input }, at);
    if (added === undefined) {
      throw new InvalidInput(
        "This sandbox already has the maximum number of endpoints. Start another sandbox.",
      );
    }
    return added.secret;
  });
}

/** Opens a second connection to a sandbox's store. */
export async function withStore<T>(file: string, work: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore({ file });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/** Moves the clock to `ms`, and publishes every day that becomes due on the way. */
export async function leap(
  { clock, life }: Pick<CommandDeps, "clock" | "life">,
  ms: number,
): Promise<void> {
  await clock.leapTo(ms, STEP_MS, () => life.service.catchUp());
}

async function whilePaused<T>(clock: SandboxClock, work: () => Promise<T>): Promise<T> {
  const { rate } = clock;
  clock.rate = 0;
  try {
    return await work();
  } finally {
    clock.rate = rate;
  }
}

async function storeMaintenance(
  { file, clock, life }: Pick<CommandDeps, "file" | "clock" | "life">,
  game: string,
  isDown: boolean,
): Promise<void> {
  await withStore(file, (store) => setMaintenance(store, game, isDown, clock.now()));
  await life.service.catchUp();
}

/** A destination's time, epoch ms. A destination is a phase of a game, `next-phase`, or a UTC time. */
function destination(to: string, game: Game | null, nowMs: number): number {
  const phase = PHASES.find((name) => name === to);
  if (phase !== undefined) {
    if (game === null) {
      throw new InvalidInput(`Specify the game for the "${phase}" phase.`);
    }
    const { round } = momentAt(nowMs, game);
    const ms = phaseStartMs(round, phase, game);
    return ms > nowMs ? ms : phaseStartMs(round + 1, phase, game);
  }
  if (to === "next-phase") {
    const all = game === null ? games : [game];
    return nowMs + Math.min(...all.map((timing) => momentAt(nowMs, timing).leftMs));
  }
  const ms = /^\d{4}-.*Z$/.test(to) ? Date.parse(to) : Number.NaN;
  if (!(ms >= nowMs && ms <= nowMs + MAX_MOVE_MS)) {
    throw new InvalidInput(
      `"to" must be one of: ${PHASES.join(", ")}, next-phase, or a UTC time such as 2026-07-01T12:00:00Z. A time can be from the sandbox's current time to 31 days ahead.`,
    );
  }
  return ms;
}

function readGame(value: unknown): Game {
  return findGame(readChoice(value, "game", slugs)) as Game;
}

function readChoice<T extends string>(value: unknown, name: string, all: readonly T[]): T {
  const found = all.find((choice) => choice === value);
  if (found === undefined) {
    throw new InvalidInput(`"${name}" must be one of: ${all.join(", ")}.`);
  }
  return found;
}

function readNumber(value: unknown, name: string, max: number): number {
  if (typeof value !== "number" || !(value >= 0 && value <= max)) {
    throw new InvalidInput(`"${name}" must be a number from 0 to ${max}.`);
  }
  return value;
}

function readTexts(value: unknown, name: string): readonly string[] {
  if (!Array.isArray(value) || !value.every((text) => typeof text === "string")) {
    throw new InvalidInput(`"${name}" must be a list of strings.`);
  }
  return value;
}
