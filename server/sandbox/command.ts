import { findGame, slugs } from "../../src/games/index.ts";
import type { GameSlug } from "../../src/games/index.ts";
import { PHASES } from "../../src/round/phases.ts";
import type { Phase } from "../../src/round/phases.ts";
import { InvalidInput } from "../access/errors.ts";
import type { Wish } from "./wish.ts";

/** What a sandbox can do: a body of its control API, and a step of a script. */
export type SandboxCommand =
  /** Moves on to the next round of a game that has an outcome, `betting` unless a phase is named. */
  | { readonly do: "next"; readonly game: GameSlug; readonly outcome: Wish; readonly phase: Phase }
  /** Sets how fast the clock runs; 0 stops it. */
  | { readonly do: "rate"; readonly rate: number }
  /** Moves the clock on: see {@link Destination}. */
  | { readonly do: "move"; readonly to: string; readonly game: GameSlug | null }
  /** Begins or ends a trouble. */
  | {
      readonly do: "trouble";
      readonly name: string;
      readonly on: boolean;
      readonly options: Readonly<Record<string, unknown>>;
    }
  /** Issues a test key that is good for so many days of the sandbox's clock; 0: it has just expired. */
  | { readonly do: "key"; readonly days: number; readonly origins: readonly string[] }
  /** Has a receiver called, and gives the secret that signs; null: for every game, and every event. */
  | {
      readonly do: "webhook";
      readonly url: string;
      readonly games: readonly string[] | null;
      readonly events: readonly string[] | null;
    }
  /** Waits until every webhook was answered with 2xx, at most so long, in real ms. */
  | { readonly do: "await-webhooks"; readonly ms: number }
  /** Sends the receivers at an address a webhook of type `test`; null: all receivers. */
  | { readonly do: "test-webhook"; readonly url: string | null }
  /** Sends them their last webhooks again, as if signed so long ago, in ms. */
  | { readonly do: "replay-webhook"; readonly url: string | null; readonly ageMs: number }
  /** Breaks every connection, and is back after so long, in real ms. */
  | { readonly do: "restart"; readonly downMs: number }
  /** Cuts every open stream. */
  | { readonly do: "cut-streams" }
  /** Ends all troubles, drops webhooks that are held back, and runs the clock as fast as at first. */
  | { readonly do: "reset" }
  /** Waits, in real ms. */
  | { readonly do: "wait"; readonly ms: number };

/** The most that is waited, in real ms. */
const MAX_WAIT_MS = 600_000;
const MAX_AGE_MS = 86_400_000;
/** Older than a receiver accepts, which is five minutes. */
const REPLAYED_AGE_MS = 360_000;
/** How fast the clock may run. */
export const MAX_RATE = 100;
const MAX_KEY_DAYS = 3_650;

type Fields = Readonly<Record<string, unknown>>;

/**
 * Reads a command from JSON.
 *
 * @throws InvalidInput in words that say what is allowed.
 */
export function readCommand(value: unknown): SandboxCommand {
  const { do: name, ...fields } = requireObject(value, "A command");
  switch (name) {
    case "next":
      allow(name, fields, ["game", "outcome", "phase"]);
      return {
        do: name,
        game: readGame(fields["game"]),
        outcome: readOutcome(fields["outcome"]),
        phase: fields["phase"] === undefined ? "betting" : readPhase(fields["phase"]),
      };
    case "rate":
      allow(name, fields, ["rate"]);
      return { do: name, rate: readNumber(fields["rate"], "rate", 0, MAX_RATE) };
    case "move":
      allow(name, fields, ["to", "game"]);
      return {
        do: name,
        to: readText(fields["to"], "to"),
        game: fields["game"] === undefined ? null : readGame(fields["game"]),
      };
    case "trouble": {
      const { name: trouble, on, ...options } = fields;
      if (typeof on !== "boolean") {
        throw new InvalidInput('"on" must be true or false.');
      }
      return { do: name, name: readText(trouble, "name"), on, options };
    }
    case "key":
      allow(name, fields, ["days", "origins"]);
      return {
        do: name,
        days:
          fields["days"] === undefined ? 30 : readNumber(fields["days"], "days", 0, MAX_KEY_DAYS),
        origins: readTexts(fields["origins"] ?? [], "origins"),
      };
    case "webhook":
      allow(name, fields, ["url", "games", "events"]);
      return {
        do: name,
        url: readText(fields["url"], "url"),
        games: fields["games"] === undefined ? null : readTexts(fields["games"], "games"),
        events: fields["events"] === undefined ? null : readTexts(fields["events"], "events"),
      };
    case "await-webhooks":
      allow(name, fields, ["ms"]);
      return { do: name, ms: readNumber(fields["ms"] ?? 10_000, "ms", 0, MAX_WAIT_MS) };
    case "test-webhook":
      allow(name, fields, ["url"]);
      return { do: name, url: readUrl(fields["url"]) };
    case "replay-webhook":
      allow(name, fields, ["url", "ageMs"]);
      return {
        do: name,
        url: readUrl(fields["url"]),
        ageMs: readNumber(fields["ageMs"] ?? REPLAYED_AGE_MS, "ageMs", 0, MAX_AGE_MS),
      };
    case "restart":
      allow(name, fields, ["downMs"]);
      return { do: name, downMs: readNumber(fields["downMs"] ?? 0, "downMs", 0, MAX_WAIT_MS) };
    case "cut-streams":
    case "reset":
      allow(name, fields, []);
      return { do: name };
    case "wait":
      allow(name, fields, ["ms"]);
      return { do: name, ms: readNumber(fields["ms"], "ms", 0, MAX_WAIT_MS) };
    default:
      throw new InvalidInput(
        '"do" must be one of: next, rate, move, trouble, key, webhook, await-webhooks, test-webhook, replay-webhook, restart, cut-streams, reset, wait.',
      );
  }
}

/** @throws InvalidInput when the value is no JSON object. */
export function requireObject(value: unknown, what: string): Fields {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new InvalidInput(`${what} must be a JSON object.`);
  }
  return value as Fields;
}

/** @throws InvalidInput when there are other fields than those. */
export function allow(what: string, fields: Fields, allowed: readonly string[]): void {
  const strange = Object.keys(fields).filter((name) => !allowed.includes(name));
  if (strange.length > 0) {
    const list = allowed.length === 0 ? "no fields" : `the fields ${allowed.join(", ")}`;
    throw new InvalidInput(`"${what}" has ${list}, and not ${strange.join(", ")}.`);
  }
}

export function readNumber(value: unknown, name: string, min: number, max: number): number {
  if (typeof value !== "number" || !(value >= min && value <= max)) {
    throw new InvalidInput(`"${name}" must be a number from ${min} to ${max}.`);
  }
  return value;
}

function readText(value: unknown, name: string): string {
  if (typeof value !== "string" || value === "") {
    throw new InvalidInput(`"${name}" must be a text.`);
  }
  return value;
}

function readUrl(value: unknown): string | null {
  return value === undefined ? null : readText(value, "url");
}

function readTexts(value: unknown, name: string): readonly string[] {
  if (!Array.isArray(value) || !value.every((each) => typeof each === "string")) {
    throw new InvalidInput(`"${name}" must be a list of texts.`);
  }
  return value as string[];
}

function readGame(value: unknown): GameSlug {
  const game = typeof value === "string" ? findGame(value) : undefined;
  if (game === undefined) {
    throw new InvalidInput(`"game" must be one of: ${slugs.join(", ")}.`);
  }
  return game.slug;
}

/** An outcome that is asked for; whether a game has it is looked up later. */
export function readOutcome(value: unknown): Wish {
  return typeof value === "object" && value !== null
    ? requireObject(value, '"outcome"')
    : readText(value, "outcome");
}

function readPhase(value: unknown): Phase {
  const phase = PHASES.find((each) => each === value);
  if (phase === undefined) {
    throw new InvalidInput(`"phase" must be one of: ${PHASES.join(", ")}.`);
  }
  return phase;
}
