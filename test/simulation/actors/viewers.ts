import { dateOfDay, dayAt } from "../../../src/fairness/utc-day.ts";
import type { Game } from "../../../src/games/contract.ts";
import { games } from "../../../src/games/index.ts";
import { timingOf } from "../../../src/games/timing.ts";
import { momentAt, phaseStartMs, roundAt } from "../../../src/round/phases.ts";
import type { RoundState } from "../../../src/wire.ts";
import type { HistoryEntry } from "../invariants/rounds.ts";
import type { SimulatedServer } from "../server.ts";
import type { World } from "../world.ts";
import { pause } from "./pause.ts";

/* People and programs that look at tables: what they are shown is held against all promises. */

const SECOND_MS = 1_000;

/** Polls the tables of a server: at any moment, and about those at which something changes. */
export async function poll(world: World, server: SimulatedServer): Promise<never> {
  const { chance } = world;
  for (;;) {
    const game = chance.pick(games as [Game, ...Game[]]);
    await pause(untilLook(world, game));
    if (chance.happens(0.7)) {
      await lookAtRound(world, server, game);
    } else if (chance.happens(0.8)) {
      await lookAtHistory(world, server, game);
    } else {
      await lookAtHeader(world, server, game);
    }
  }
}

/** How long until the next look: often about a change of phase, when a wrong server would be caught. */
export function untilLook({ chance, referenceMs, entropy }: World, game: Game): number {
  if (chance.happens(0.6)) {
    return chance.between(50, 4 * SECOND_MS);
  }
  const nowMs = referenceMs();
  const timing = timingOf(game, entropy);
  const { phase } = momentAt(nowMs, timing);
  const round = roundAt(nowMs, game.intervalMs);
  const turnMs = phaseStartMs(phase === "betting" ? round : round + 1, "revealing", timing);
  return Math.max(50, turnMs - nowMs + chance.between(-1_500, 300));
}

async function lookAtRound(world: World, server: SimulatedServer, game: Game): Promise<void> {
  const sentMs = world.referenceMs();
  const answer = await world.ask(server, `/embed/${game.slug}/api/current`);
  if (answer?.status === 200) {
    const state = JSON.parse(answer.text) as RoundState;
    world.rounds.state(server.name, game, state, sentMs, world.referenceMs());
  }
  world.answered(server, "current", answer, 503);
}

async function lookAtHistory(world: World, server: SimulatedServer, game: Game): Promise<void> {
  const { chance } = world;
  const round = roundAt(world.referenceMs(), game.intervalMs);
  const query = chance.happens(0.5)
    ? `limit=${1 + chance.below(30)}`
    : `limit=20&before=${round - chance.below(3_000)}`;
  const answer = await world.ask(server, `/embed/${game.slug}/api/results?${query}`);
  if (answer?.status === 200) {
    world.rounds.history(server.name, game, JSON.parse(answer.text) as HistoryEntry[]);
  }
  world.answered(server, "results", answer, 503);
}

async function lookAtHeader(world: World, server: SimulatedServer, game: Game): Promise<void> {
  // The day after tomorrow is published an hour before today ends.
  const day = dayAt(world.referenceMs()) + world.chance.below(4) - 1;
  const date = dateOfDay(day);
  const answer = await world.ask(server, `/fairness/${game.slug}/${date}.json`);
  if (answer?.status === 200) {
    world.rounds.header(server.name, game.slug, date, answer.text);
  }
  world.answered(server, "header", answer, 404, 503);
}

/** Opens tables with keys that were issued, good ones and revoked ones. */
export async function knock(world: World, server: SimulatedServer): Promise<never> {
  const { chance, keys } = world;
  for (;;) {
    await pause(chance.between(300, 3_000));
    const known = keys.texts.slice(-20);
    const keyText = known[chance.below(known.length)];
    if (keyText === undefined || !server.isUp) {
      continue;
    }
    const { host, calmSinceMs } = server;
    const sentMs = world.agenda.nowMs;
    const answer = await world.ask(server, `/embed/baccarat/?key=${keyText}`);
    if (answer !== null && host === server.host && calmSinceMs === server.calmSinceMs) {
      keys.tried(keyText, { server: server.name, status: answer.status, calmSinceMs, sentMs });
    }
    world.answered(server, "embed", answer, 401, 503);
  }
}
