import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import type { Frame, Page } from "playwright-core";
import type { RoundState } from "../../src/wire.ts";

/** Listens on a port of its own; `close` ends it. */
async function listen(listener: RequestListener) {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    close: () => void server.close().closeAllConnections(),
  };
}

/** A service that says what a test wants it to say. */
export class FakeService {
  state: RoundState = {
    round: 10,
    daily_round: 10,
    date: "2026-01-01",
    phase: "waiting",
    remainMs: 0,
  };
  /** Rounds in the history: all up to this one… */
  finished = 10;
  /** …but these, which are not decided yet. */
  undecided: readonly number[] = [];
  isDown = false;
  /** How often it answered that it is down. */
  refused = 0;
  /** Lets questions about the state wait for `release`. */
  isHolding = false;
  readonly #held: (() => void)[] = [];
  origin = "";
  #close = () => {};

  async start(): Promise<this> {
    const { port, close } = await listen((request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? "", "http://service");
      response.setHeader("access-control-allow-origin", "*");
      if (!pathname.includes("/api/")) {
        response.setHeader("content-type", "text/html");
        response.end("<!doctype html><title>A table</title>");
        return;
      }
      if (this.isHolding) {
        this.#held.push(() => response.end(JSON.stringify(this.state)));
        return;
      }
      if (this.isDown) {
        this.refused++;
      }
      response.statusCode = this.isDown ? 503 : 200;
      response.end(
        JSON.stringify(pathname.endsWith("current") ? this.state : this.#history(searchParams)),
      );
    });
    this.origin = `http://127.0.0.1:${port}`;
    this.#close = close;
    return this;
  }

  /** How many questions wait. */
  get held(): number {
    return this.#held.length;
  }

  /** Answers the questions that wait, with the state of now. */
  release(): void {
    this.isHolding = false;
    for (const answer of this.#held.splice(0)) {
      answer();
    }
  }

  stop(): void {
    this.#close();
  }

  /** As the service pages it: 20 when nothing is said, 500 at most, the newest first. */
  #history(query: URLSearchParams) {
    const newest = Math.min(this.finished, Number(query.get("before") ?? Infinity) - 1);
    const limit = Math.min(Number(query.get("limit") ?? 20), 500);
    return Array.from({ length: newest }, (_, index) => newest - index)
      .filter((round) => !this.undecided.includes(round))
      .slice(0, limit)
      .map((round) => ({ round, result: `history ${round}` }));
  }
}

/** A page of an operator, on another origin than the service. */
export async function operatorPage(files: Readonly<Record<string, string>>) {
  const receiver = await readFile(new URL("../../src/snippets/receiver.js", import.meta.url));
  const { port, close } = await listen((request, response) => {
    const isScript = request.url === "/receiver.js";
    response.setHeader("content-type", isScript ? "text/javascript" : "text/html; charset=utf-8");
    response.end(isScript ? receiver : files[request.url ?? ""]);
  });
  return { origin: `http://localhost:${port}`, close };
}

/** The frames inside a page, in their order. */
export function innerFrames(page: Page): Frame[] {
  return page.mainFrame().childFrames();
}

/** Has a frame post something to the page around it. */
export async function post(frame: Frame | undefined, data: unknown): Promise<void> {
  await frame?.evaluate((message) => window.parent.postMessage(message, "*"), data);
}
