import type { BigSixBallOutcome } from "../../src/games/bigsixball.ts";
import { resultLight } from "../stage/lights.ts";
import { livesUntilMs, moodOf } from "../stage/mood.ts";
import { stretchOf } from "../stage/pacing.ts";
import type { Step } from "../stage/podium.ts";
import { placeBetween, RACE_OVER_MS } from "../stage/race.ts";
import { entriesOf, raceAt } from "../stage/race-moment.ts";
import type { RaceShown } from "../stage/race-shown.ts";
import { RaceTable } from "../stage/race-table.ts";
import type { Play, Scene } from "../stage/scene.ts";
import { RACE_MS, RESULT_MS, SWEEP_MS, TABLE_MS } from "../stage/theme.ts";
import { easeInOut, lerp, progress } from "../stage/tracks.ts";

type View = Play<BigSixBallOutcome>;

const stretch = (view: View): number => stretchOf(view, RACE_MS.phase);

function pose(view: View, elapsedMs: number): RaceShown {
  const { phase } = view.state;
  const drama = entriesOf(view)?.kind ?? "none";
  const mood = moodOf(view, elapsedMs);
  const form = view.board.sides.map(({ id }) => view.past?.places[id] ?? []);
  const race = raceAt(view, phase === "revealing" ? elapsedMs / stretch(view) : RACE_OVER_MS);
  if (phase === "revealing" || drama === "none") {
    return { drama, ...race, podium: 0, light: 0, feast: 0, form, mood };
  }
  const back = phase === "waiting" ? easeInOut(progress(elapsedMs, 0, SWEEP_MS.balls)) : 0;
  const podium =
    phase === "result" ? easeInOut(progress(elapsedMs, 0, RESULT_MS.podium)) : 1 - back;
  const leaving = phase === "result" ? 1 - podium : 0;
  return {
    drama,
    ...race,
    balls: race.balls.map((ball, i) => ({
      ...ball,
      at: lerp(ball.at, 0, back),
      lane: lerp(ball.lane, i, back),
      lift: 0,
      name: phase === "waiting" ? progress(elapsedMs, SWEEP_MS.balls, RACE_MS.name) : 0,
      ...(back > 0 ? placeBetween(ball.row, i, back) : {}),
      step: ball.rank <= 3 ? (ball.rank as Step) : 0,
      flag: ball.flag * leaving,
    })),
    gate: 1 - back,
    ranked: 1 - back,
    crowd: { along: race.crowd.along, alpha: race.crowd.alpha * leaving },
    zoom: race.zoom * leaving,
    photo: race.photo * leaving,
    told: race.told * leaving,
    podium,
    light: resultLight(phase, elapsedMs),
    feast: phase === "result" ? progress(elapsedMs, 0, RESULT_MS.feast) : 1,
    form,
    mood,
  };
}

function restsAfterMs(view: View): number {
  switch (view.state.phase) {
    case "revealing":
      return RACE_OVER_MS * stretch(view);
    case "result":
      return RESULT_MS.feast;
    case "waiting":
      return Math.max(SWEEP_MS.balls + RACE_MS.name, TABLE_MS.callAt + TABLE_MS.call);
    default:
      return TABLE_MS.opening;
  }
}

/** The drawing of Big Six Ball: six balls race down their lanes, and the best three get a podium. */
export const scene: Scene<BigSixBallOutcome, RaceShown> = {
  pose,
  restsAfterMs,
  livesUntilMs,
  build: (kit, view) => new RaceTable(kit, view),
};
