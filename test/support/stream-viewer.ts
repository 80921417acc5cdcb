import { setTimeout as pause } from "node:timers/promises";
import { onTestFinished } from "vitest";
import type { Game } from "../../src/games/contract.ts";
import { PHASES, type Phase } from "../../src/round/phases.ts";
import type { Http2Client } from "./http2-client.ts";
import { messagesOf } from "./stream-reader.ts";

/** Somebody who follows a game's stream and opens it again whenever it breaks. */
export interface Viewer {
  /** The game's. */
  readonly slug: string;
  /** What was received, each phase once. */
  ids(): string[];
  /** How many streams were opened so far. */
  opened(): number;
  stop(): void;
}

export function follow(client: Http2Client, { slug }: Game): Viewer {
  const ids: string[] = [];
  let opened = 0;
  let isOver = false;
  async function go(): Promise<void> {
    while (!isOver) {
      let text = "";
      opened += 1;
      await client.follow(`/embed/${slug}/api/stream`, (piece) => {
        text += piece;
        const last = messagesOf(text).at(-1);
        if (last !== undefined && last.id !== ids.at(-1)) {
          ids.push(last.id);
        }
      });
      await pause(50);
    }
  }
  onTestFinished(() => void (isOver = true));
  void go();
  return { slug, ids: () => [...ids], opened: () => opened, stop: () => void (isOver = true) };
}

/** The ids of `count` phases in a row. */
export function phasesFrom(first: string, count: number): string[] {
  const [round = "", phase = ""] = first.split(":");
  const start = Number(round) * PHASES.length + PHASES.indexOf(phase as Phase);
  return Array.from({ length: count }, (_, i) => {
    const step = start + i;
    return `${Math.floor(step / PHASES.length)}:${PHASES[step % PHASES.length]}`;
  });
}
