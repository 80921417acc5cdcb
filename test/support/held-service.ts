import { mkdtemp, rm } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { games } from "../../src/games/index.ts";
import { phaseStartMs } from "../../src/round/phases.ts";
import type { Phase } from "../../src/round/phases.ts";
import { runService } from "./running-service.ts";
import type { RunningService } from "./running-service.ts";

/** Starts a service in a temporary data folder, which is deleted with it, at a time when bets are open. */
export async function startHeldService(
  before?: (request: IncomingMessage, response: ServerResponse) => boolean,
): Promise<RunningService> {
  const dataDir = await mkdtemp(join(tmpdir(), "tableside-held-"));
  const service = await runService({
    nowMs: momentOf("baccarat", "betting", 500),
    dataDir,
    ...(before === undefined ? {} : { before }),
  });
  return {
    ...service,
    async end() {
      await service.end();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Well into a day, so that there are results. */
const ROUND = 520_000;

/** The time `intoMs` after the start of a phase of a game, `later` rounds after the first one. */
export function momentOf(slug: string, phase: Phase, intoMs: number, later = 0): number {
  const game = games.find((one) => one.slug === slug);
  if (game === undefined) {
    throw new RangeError(`${slug} is not a game.`);
  }
  const first = Math.floor((ROUND * 30_000) / game.intervalMs);
  return phaseStartMs(first + later, phase, game) + intoMs;
}

export function pageOf({ url, tableKey }: RunningService, slug: string, query = ""): string {
  return `${url}/embed/${slug}/?key=${tableKey}${query}`;
}
