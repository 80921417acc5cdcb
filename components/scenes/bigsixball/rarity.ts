import type { BigSixBallOutcome } from "../../../src/games/bigsixball/game.ts";
import type { SideForm } from "../../../src/hud/table/recent-form.ts";
import type { ExtraParts, Extras } from "../../stage/extras.ts";
import type { Kit } from "../../stage/kit.ts";
import { paintGlow } from "../../stage/paint/felt.ts";
import { Comet, LONG } from "../../stage/rare/comet.ts";
import { Embers } from "../../stage/rare/embers.ts";
import { Flashbulbs } from "../../stage/rare/flashbulbs.ts";
import type { Play, Size } from "../../stage/scene.ts";
import { TABLE_MS } from "../../stage/times.ts";
import { clamp01, progress } from "../../stage/tracks.ts";
import { flightOf } from "./podium-flight.ts";
import type { RaceShown } from "./race-shown.ts";
import type { RaceTable } from "./table.ts";
import { PODIUM_MS, podiumMs } from "./times.ts";

type View = Play<BigSixBallOutcome>;

/** A ball that was among the first three in so many races in a row is hot. */
const HOT_AFTER = 4;

/** Whether a ball is hot by its last places. */
function isHot(form: SideForm | null | undefined): boolean {
  const places = form?.places.slice(0, HOT_AFTER) ?? [];
  return places.length === HOT_AFTER && places.every((place) => place >= 1 && place <= 3);
}

/** What only some races have, shares from 0 to 1. */
interface Rarity {
  race: Pick<RaceShown, "balls" | "camera" | "rays">;
  /** How hot each stall is, in the order of the sides. */
  hot: readonly number[];
  /** Whether cameras go off for a finish that was too close to call, 0 to 1, and for how long they have, in seconds. */
  flashing: number;
  flashingS: number;
  round: number;
  /** How far a ball that came from behind has flown to its step like a comet, tail and all. */
  flown: number;
  /** How brightly the step of a ball burns that came from behind, and for how long it has, in seconds. */
  burning: number;
  burningS: number;
}

/** How strongly a hot stall glows, and how that breathes. */
const [GLOWS, BREATHES] = [0.82, 0.14];
/** How far behind its ball it glows most, and how long and wide, in widths of a ball: names stay as they are. */
const STALL_GLOW = [
  { behind: 1.5, long: 6, wide: 2.1, tint: "#ff6a1a" },
  { behind: 0.35, long: 2.6, wide: 1.9, tint: "#ffc46b" },
] as const;
const SOFT_PX = 64;

/** Cameras go off while the crowd is seen in the replay, and in the dark around the podium. */
function flashingAt(ms: number): number {
  const { replayAt, storyAt, at, veil } = PODIUM_MS;
  return ms >= replayAt && ms < storyAt ? 1 : clamp01((ms - at) / veil);
}

/** How much of what is hot is seen: while bets are taken, until balls are called to the line. */
function stallsSeen({ state }: View, elapsedMs: number, named: number): number {
  switch (state.phase) {
    case "betting":
      return 1;
    case "revealing":
      return 1 - progress(elapsedMs, 0, TABLE_MS.relax);
    case "waiting":
      return named;
    default:
      return 0;
  }
}

/** The flight of the winner to its step, until the tail that it draws has burned out. */
function flownAt(ms: number): number {
  const [takesOff = 0, flight = 1] = [PODIUM_MS.hopAt[0], PODIUM_MS.hop[0]];
  return progress(ms, PODIUM_MS.at + takesOff, flight * (1 + LONG));
}

function pose(view: View, elapsedMs: number, race: RaceShown): Rarity {
  const { phase, round } = view.state;
  const { balls, camera, rays, mood, drama, shine } = race;
  const isOver = phase === "result";
  return {
    race: { balls, camera, rays },
    hot: race.form.map((form, i) => {
      const seen = isHot(form) ? stallsSeen(view, elapsedMs, balls[i]?.name ?? 0) : 0;
      return seen * (GLOWS + BREATHES * Math.sin(mood.life * 1.1 + i));
    }),
    flashing:
      drama === "photo" && isOver && elapsedMs < PODIUM_MS.phase ? flashingAt(elapsedMs) : 0,
    flashingS: Math.min(elapsedMs, PODIUM_MS.phase) / 1000,
    round,
    flown: drama === "comeback" && isOver ? flownAt(podiumMs(view, elapsedMs)) : 0,
    burning: drama === "comeback" ? rays : 0,
    burningS: shine + 1,
  };
}

class RarityParts implements ExtraParts<Rarity> {
  readonly #table: RaceTable;
  readonly #stalls;
  readonly #flashes;
  readonly #comet;
  readonly #embers;
  #size: Size = { width: 1, height: 1 };

  constructor(kit: Kit, table: RaceTable) {
    this.#table = table;
    this.#stalls = table.marks.map(() =>
      STALL_GLOW.map(({ tint, ...glow }) => {
        const light = kit.light();
        light.paint({ width: SOFT_PX, height: SOFT_PX }, (context, box) =>
          paintGlow(context, box, tint),
        );
        return { ...glow, light };
      }),
    );
    this.#flashes = new Flashbulbs(kit);
    this.#comet = new Comet(kit);
    this.#embers = new Embers(kit);
    table.under.add(...this.#stalls.flat().map(({ light }) => light));
    // Behind the balls: nothing flies over their numbers.
    table.backdrop.add(...this.#embers.nodes, ...this.#comet.nodes);
    table.front.add(...this.#flashes.nodes);
  }

  resize(size: Size): void {
    this.#size = size;
    this.#flashes.fit(size, this.#table.layout.list.foot);
    this.#comet.fit(this.#table.layout.podium.ballPx * 1.9);
  }

  show({ race, hot, flashing, flashingS, round, flown, burning, burningS }: Rarity): void {
    const { layout, podium } = this.#table;
    const shot = layout.shot(race.camera);
    race.balls.forEach((ball, i) => {
      for (const { light, behind, long, wide } of this.#stalls[i] ?? []) {
        const [across, along] = [(shot.unit * wide) / SOFT_PX, (shot.unit * long) / SOFT_PX];
        light.place({
          ...layout.seen(shot, { x: ball.x - behind, y: ball.y }),
          scale: layout.tall ? [across, along] : [along, across],
          alpha: hot[i] ?? 0,
        });
      }
    });
    this.#flashes.show(flashing, flashingS, round);
    const best = podium.spot(1);
    const winner = race.balls.find(({ rank }) => rank === 1);
    if (winner) {
      this.#comet.show(flown, (share) => flightOf(share, best.from, best, best.clearY));
    }
    const { x, y } = best;
    const { step } = layout.podium;
    this.#embers.show(
      {
        x,
        y: y + step * 0.9,
        width: step * 2.6,
        rise: Math.min(step * 2.4, this.#size.height * 0.6),
      },
      burning,
      burningS,
    );
  }
}

/** What makes some races rare. */
export const rarity: Extras<BigSixBallOutcome, RaceShown, RaceTable, Rarity> = {
  pose,
  build: (kit, _, table) => new RarityParts(kit, table),
};
