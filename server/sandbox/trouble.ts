import { InvalidInput } from "../access/errors.ts";
import { noStream, notReady } from "../http/refusal.ts";
import { allow, readNumber } from "./command.ts";
import type { TroubleName } from "./trouble-names.ts";

/** Something that goes wrong while it is on. */
export interface Trouble {
  readonly name: TroubleName;
  /** Begins, or goes on with other options. @throws InvalidInput for options that it does not have. */
  begin(options: Readonly<Record<string, unknown>>): Promise<void> | void;
  end(): Promise<void> | void;
  /** Sees a request before the service does, while it is on. Throws the refusal of one that is refused. */
  meet?(request: Request): Promise<void> | void;
}

const MAX_DELAY_MS = 120_000;

/** Whether an address is that of a stream. @param url with or without its origin. */
export function isStream(url: string): boolean {
  return /\/(embed\/[^/]+|lobby)\/api\/stream(\?|$)/.test(url);
}

/**
 * A game, or all of them, is closed.
 *
 * @param set opens or closes a game by its slug, or `all`. @throws InvalidInput for a game that there is not.
 */
export function maintenance(set: (game: string, isClosed: boolean) => Promise<void>): Trouble {
  return {
    name: "maintenance",
    async begin(options) {
      allow("maintenance", options, ["game"]);
      await set(String(options["game"] ?? "all"), true);
    },
    end: () => set("all", false),
  };
}

/** 503 for everything, as while a server is being replaced. */
export function unavailable(): Trouble {
  return {
    name: "unavailable",
    begin: (options) => allow("unavailable", options, []),
    end() {},
    meet() {
      throw notReady("The sandbox was told to be unavailable. Try again shortly.");
    },
  };
}

/** A trouble that makes something late. */
export interface Delay extends Trouble {
  /** By how much; 0 while it is off. */
  readonly ms: number;
}

/** @param usualMs how late things are if the command does not say. @param maxMs how late they may be. */
export function createDelay(name: TroubleName, usualMs: number, maxMs: number): Delay {
  let ms = 0;
  return {
    name,
    get ms() {
      return ms;
    },
    begin(options) {
      allow(name, options, ["ms"]);
      ms = readNumber(options["ms"] ?? usualMs, "ms", 0, maxMs);
    },
    end() {
      ms = 0;
    },
  };
}

/** Every answer comes late, by `ms`. */
export function slow(): Trouble {
  const delay = createDelay("slow", 3_000, MAX_DELAY_MS);
  return {
    ...delay,
    async meet() {
      await new Promise((resolve) => void setTimeout(resolve, delay.ms).unref());
    },
  };
}

/** No stream is opened, so that clients have to poll. */
export function noStreams(): Trouble {
  return {
    name: "no-streams",
    begin: (options) => allow("no-streams", options, []),
    end() {},
    meet({ url }) {
      if (isStream(url)) {
        throw noStream("full");
      }
    },
  };
}

/** Those that are on, in the order in which they began. */
export interface Troubles {
  readonly on: readonly TroubleName[];
  set(name: string, on: boolean, options: Readonly<Record<string, unknown>>): Promise<void>;
  /** Ends all that are on. */
  endAll(): Promise<void>;
  /** Has a request meet all of them. Throws the refusal of the first that refuses it. */
  meet(request: Request): Promise<void>;
}

export function createTroubles(all: readonly Trouble[]): Troubles {
  const on = new Set<Trouble>();
  return {
    get on() {
      return [...on].map(({ name }) => name);
    },
    async set(name, isOn, options) {
      const trouble = all.find((each) => each.name === name);
      if (trouble === undefined) {
        const names = all.map((each) => each.name).join(", ");
        throw new InvalidInput(`There is no trouble ${JSON.stringify(name)}: choose ${names}.`);
      }
      if (isOn) {
        await trouble.begin(options);
        on.add(trouble);
      } else {
        await trouble.end();
        on.delete(trouble);
      }
    },
    async endAll() {
      for (const trouble of on) {
        await trouble.end();
        on.delete(trouble);
      }
    },
    async meet(request) {
      for (const trouble of on) {
        await trouble.meet?.(request);
      }
    },
  };
}
