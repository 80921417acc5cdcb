import type { IncomingMessage, ServerResponse } from "node:http";
import type { HTTPError } from "h3";
import { InvalidInput } from "../access/errors.ts";
import { HEADERS } from "../http/headers.ts";
import { noStream, notReady } from "../http/refusal.ts";
import type { RefusalData } from "../http/refusal.ts";
import { allow, readNumber } from "./command.ts";

/** Something that goes wrong while it is on. */
export interface Trouble {
  readonly name: string;
  /** Begins, or goes on with other options. @throws InvalidInput for options that it does not have. */
  begin(options: Readonly<Record<string, unknown>>): Promise<void> | void;
  end(): Promise<void> | void;
  /** Sees a request before the service does, while it is on; true when it has answered. */
  meet?(request: IncomingMessage, response: ServerResponse): Promise<boolean> | boolean;
}

const MAX_DELAY_MS = 120_000;

export function isStream({ url = "" }: IncomingMessage): boolean {
  return /^\/embed\/[^/]+\/api\/stream(\?|$)/.test(url);
}

/** Answers as the service does when it refuses. */
function refuse(response: ServerResponse, refusal: HTTPError<RefusalData>): void {
  const { status, statusText: title, message: detail, data } = refusal;
  const headers = Object.fromEntries(refusal.headers ?? []);
  response.writeHead(status, {
    ...headers,
    ...HEADERS.problem,
    "access-control-expose-headers": "retry-after",
    "content-type": "application/problem+json",
  });
  response.end(JSON.stringify({ title, status, detail, ...data }));
}

/** 503 for everything, as while a server is being replaced. */
export function unavailable(): Trouble {
  return {
    name: "unavailable",
    begin: (options) => allow("unavailable", options, []),
    end() {},
    meet(_request, response) {
      refuse(response, notReady("The sandbox was told to be unavailable. Try again shortly."));
      return true;
    },
  };
}

/** Every answer comes late, by `ms`. */
export function slow(): Trouble {
  let ms = 0;
  return {
    name: "slow",
    begin(options) {
      allow("slow", options, ["ms"]);
      ms = readNumber(options["ms"] ?? 3_000, "ms", 0, MAX_DELAY_MS);
    },
    end() {},
    async meet() {
      await new Promise((resolve) => void setTimeout(resolve, ms).unref());
      return false;
    },
  };
}

/** No stream is opened, so that clients have to poll. */
export function noStreams(): Trouble {
  return {
    name: "no-streams",
    begin: (options) => allow("no-streams", options, []),
    end() {},
    meet(request, response) {
      if (!isStream(request)) {
        return false;
      }
      refuse(response, noStream("full"));
      return true;
    },
  };
}

/** Those that are on, in the order in which they began. */
export interface Troubles {
  readonly on: readonly string[];
  set(name: string, on: boolean, options: Readonly<Record<string, unknown>>): Promise<void>;
  /** Whether a trouble has answered a request. */
  meet(request: IncomingMessage, response: ServerResponse): Promise<boolean>;
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
    async meet(request, response) {
      for (const trouble of on) {
        if (await trouble.meet?.(request, response)) {
          return true;
        }
      }
      return false;
    },
  };
}
