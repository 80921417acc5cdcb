import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { games } from "../../../src/games/index.ts";
import type { RoundState } from "../../../src/wire.ts";

/** A state that a stream told, and when. */
export interface HeardState extends RoundState<object> {
  readonly atMs: number;
}

/** A server in a process of its own, whose streams are listened to for as long as it runs. */
export interface Replica {
  /** Without a slash at the end. */
  readonly address: string;
  /** What its stream of a game told. */
  heard(slug: string): readonly HeardState[];
  /** Ends it as a power cut does. */
  kill(): Promise<void>;
  /** Ends it as an operator does. */
  stop(): Promise<void>;
  /** Starts it again, on the same port. */
  start(): Promise<void>;
}

const MAIN = fileURLToPath(new URL("../../../server/main.ts", import.meta.url));
/** How soon a stream that ended is asked for again, in ms. */
const AGAIN_MS = 500;

/** Starts a server with these settings on a free port. */
export async function startReplica(env: Readonly<Record<string, string>>): Promise<Replica> {
  const heard = new Map<string, HeardState[]>(games.map(({ slug }) => [slug, []]));
  let child: ChildProcess;
  let address = "";
  let port = "0";
  let isEnded = false;

  async function start(): Promise<void> {
    isEnded = false;
    child = spawn(process.execPath, [MAIN], {
      env: { PATH: process.env["PATH"], HOST: "127.0.0.1", PORT: port, DEMO: "off", ...env },
      stdio: ["ignore", "pipe", "inherit"],
    });
    let said = "";
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    child.stdout?.setEncoding("utf8").on("data", (text: string) => {
      said += text;
      const [, found] = /"event":"listening","address":"([^"]*)"/.exec(said) ?? [];
      if (found !== undefined) {
        resolve(found);
      }
    });
    child.once("exit", () => reject(new Error(`The server ended: ${said}`)));
    address = await promise;
    port = new URL(address).port;
    for (const { slug } of games) {
      void listen(slug, child);
    }
  }

  async function listen(slug: string, of: ChildProcess): Promise<void> {
    while (of === child && !isEnded) {
      try {
        await hear(slug);
      } catch {
        // The server is away, or sends everybody away.
      }
      await pause(AGAIN_MS);
    }
  }

  async function hear(slug: string): Promise<void> {
    const response = await fetch(`${address}/embed/${slug}/api/stream`);
    let text = "";
    for await (const piece of response.ok ? (response.body ?? []) : []) {
      text += Buffer.from(piece).toString();
      const blocks = text.split("\n\n");
      text = blocks.pop() ?? "";
      for (const block of blocks) {
        const [, data] = /^data: (.*)$/m.exec(block) ?? [];
        if (data !== undefined) {
          heard.get(slug)?.push({ ...(JSON.parse(data) as RoundState<object>), atMs: Date.now() });
        }
      }
    }
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    isEnded = true;
    const exited = once(child, "exit");
    child.kill(signal);
    await exited;
  }

  await start();
  return {
    get address() {
      return address;
    },
    heard: (slug) => heard.get(slug) ?? [],
    kill: () => end("SIGKILL"),
    stop: () => end("SIGTERM"),
    start,
  };
}
