import type { BigSixBallOutcome } from "../../../src/games/bigsixball/game.ts";
import { whim } from "../../../src/round/whim.ts";
import type { ExtraParts, Extras } from "../../stage/extras.ts";
import { Dust } from "../../stage/idle/dust.ts";
import { IDLE_FROM_MS, idleUntilMs } from "../../stage/idle/restless.ts";
import type { Kit, Picture } from "../../stage/kit.ts";
import { waitsForBeacon } from "../../stage/pacing.ts";
import { paintGlow } from "../../stage/paint/felt.ts";
import type { Play, Size } from "../../stage/scene.ts";
import { clamp01, easeInOut, lerp, progress } from "../../stage/tracks.ts";
import type { Point } from "./course.ts";
import { courseAt, GATE, STALL } from "./courses.ts";
import { paintArm, paintCloth, paintMarshal } from "./paint/marshal.ts";
import { BEFORE, RAIL } from "./paint/outline.ts";
import { turnAt, waveAt } from "./parade.ts";
import type { RaceShown } from "./race-shown.ts";
import type { RaceTable } from "./table.ts";

type View = Play<BigSixBallOutcome>;

/** Where the marshal of a race is, on the ground, and what he does. */
interface MarshalPose {
  round: number;
  /** How much of it all is seen, 0 to 1. */
  seen: number;
  seconds: number;
  at: Point;
  /** How far he reaches out, 0 to 1, and where to: a point of the ground. */
  reach: number;
  to: Point;
  /** Whether he has a cloth in his hand. */
  wipes: boolean;
  race: Pick<RaceShown, "camera" | "course">;
}

/** How far behind the balls he stands, and where he comes from, in widths of a ball. */
const [BACK, FROM] = [1.36, { x: 0.4, y: -1.2 }];
/** From his middle to his shoulder and to the hand that hangs, and how large he is painted. */
const [SHOULDER, HAND, WIDE] = [{ x: 0.28, y: -0.22 }, { x: 0.44, y: 0.22 }, 2] as const;
/** How far he leans to what he reaches for, as a share of the way there. */
const LEANS = 0.1;
/** An arm is so long and so thick when it is stretched. */
const ARM = { long: 1.5, thick: 0.3 } as const;
/** Behind the gate, which he tries while a beacon is awaited. */
const LATCH = { x: GATE.x + 0.66, y: GATE.y - 3.05 * STALL };
/** Where bets lie in the stalls that the operator tells, he stands at its latch, and points from there so far. */
const [POST, POINTS] = [{ x: GATE.x + 0.72, y: GATE.y - 2.5 * STALL - 1.24 }, 0.95];
/** How long he takes to walk in or out, and from stall to stall, in seconds. */
const [WALKS_S, STEPS_S] = [1, 0.5];

/** Where he stands at a lane, on the ground. */
const behind = (lane: number): Point => ({
  x: GATE.x - BACK,
  y: GATE.y + (lane - 2.5) * STALL,
});

const between = (from: Point, to: Point, share: number): Point => ({
  x: lerp(from.x, to.x, share),
  y: lerp(from.y, to.y, share),
});

/** What he does at each ball that is presented: he wipes most of them once they are calm, and only looks at others. */
function duty(view: View, seconds: number): Pick<MarshalPose, "at" | "reach" | "to" | "wipes"> {
  const { round } = view.state;
  const turn = turnAt(view, seconds);
  if (turn === null) {
    return flagging(view, seconds);
  }
  const { nth, since, ball } = turn;
  const held = progress(since, 0.9, 0.3) * (1 - progress(since, 2.6, 0.3));
  if (view.bets) {
    const away = { x: GATE.x - POST.x, y: GATE.y + (ball - 2.5) * STALL - POST.y };
    const sway = 0.16 * Math.sin(seconds * (2 + whim(round, nth, 96)) + 6 * whim(round, nth, 97));
    const angle = Math.atan2(away.y, away.x) + sway - 0.5 * whim(round, nth, 95);
    const to = { x: POST.x + POINTS * Math.cos(angle), y: POST.y + POINTS * Math.sin(angle) };
    return { at: POST, reach: held, to, wipes: false };
  }
  const before = turnAt(view, seconds - since - 0.1)?.ball ?? ball;
  const here = behind(ball);
  const walked = easeInOut(progress(since, 0, STEPS_S * Math.max(1, Math.abs(ball - before) / 3)));
  const wipes = whim(round, nth, 95) < 0.7;
  // Around the ball, in circles that are never the same.
  const angle = seconds * (2.2 + whim(round, nth, 96)) + 6 * whim(round, nth, 97);
  const around = wipes ? 0.2 : 0;
  return {
    at: between(behind(before), here, walked),
    reach: held * (wipes ? 1 : 0.45),
    to: { x: GATE.x - 0.26 + around * Math.cos(angle), y: here.y + around * Math.sin(angle) },
    wipes,
  };
}

/** Before the first turn he waits; after the last one he waves, and all balls hop and settle. */
function flagging(view: View, seconds: number): Pick<MarshalPose, "at" | "reach" | "to" | "wipes"> {
  const wave = waveAt(view, seconds);
  const at = view.bets ? POST : behind(wave < 0 ? 0 : 2.5);
  const to = { x: at.x + BACK - 0.75, y: at.y - 0.3 + 0.8 * Math.sin(2 * Math.PI * wave) };
  return { at, reach: wave > 0 && wave < 1.2 ? 1 : 0, to, wipes: wave > 0 };
}

function pose(view: View, ms: number, race: RaceShown): MarshalPose {
  const { round, phase } = view.state;
  const { closesAtMs = 0 } = view;
  const { camera, course } = race;
  const shown = { round, race: { camera, course } };
  const seconds = ms / 1000;
  if (phase === "betting" && waitsForBeacon(view) && ms > closesAtMs) {
    // He comes back to the gate, tries its latch, and waits.
    const since = (ms - closesAtMs) / 1000;
    const gate = view.bets ? POST : behind(-0.35);
    const at = between(FROM, gate, easeInOut(progress(since, 1, WALKS_S)));
    const tries = since > 2 ? 0.75 + 0.25 * Math.sin(since * 2.4) : 0;
    const leaves = progress(ms, (view.betMs ?? 0) - 1_000, 900);
    return {
      ...shown,
      seen: clamp01(since - 1) * (1 - leaves),
      seconds,
      at,
      reach: tries,
      to: LATCH,
      wipes: false,
    };
  }
  const untilS = idleUntilMs(view) / 1000;
  const come = easeInOut(progress(seconds, IDLE_FROM_MS / 1000, WALKS_S));
  const gone = easeInOut(progress(seconds, untilS - WALKS_S, WALKS_S));
  const isHere = phase === "betting" && come > 0 && gone < 1;
  const { at, reach, to, wipes } = duty(view, seconds);
  return {
    ...shown,
    seen: isHere ? Math.min(1, 4 * come, 4 * (1 - gone)) : 0,
    seconds: isHere ? seconds : 0,
    at: isHere ? between(FROM, at, Math.min(come, 1 - gone)) : FROM,
    reach: isHere ? reach * Math.min(come, 1 - gone) ** 4 : 0,
    to: isHere ? to : LATCH,
    wipes: isHere && wipes,
  };
}

/** Soft light is painted small and shown large. */
const SOFT_PX = 64;
/** How many lamps of either rail are in the picture, and from one to the next, as they are painted. */
const [LAMPS, LAMP_EVERY, FIRST_LAMP] = [5, 3.2, 0.6];

class MarshalParts implements ExtraParts<MarshalPose> {
  readonly #kit: Kit;
  readonly #table: RaceTable;
  readonly #body: Picture;
  readonly #arm: Picture;
  readonly #cloth: Picture;
  readonly #lamps;
  readonly #dust;
  #unit = 0;

  constructor(kit: Kit, table: RaceTable) {
    [this.#kit, this.#table] = [kit, table];
    [this.#body, this.#arm, this.#cloth] = [kit.picture(), kit.picture(), kit.picture()];
    this.#lamps = Array.from({ length: 2 * LAMPS }, () => kit.light());
    this.#dust = new Dust(kit);
    table.under.add(...this.#lamps, ...this.#dust.nodes, this.#body);
    table.front.add(this.#arm, this.#cloth);
  }

  resize(size: Size): void {
    const { accent, look } = this.#kit;
    const unit = this.#table.layout.units.gates;
    this.#unit = unit;
    const wide = unit * WIDE;
    this.#body.paint({ width: wide, height: wide }, (context, box) =>
      paintMarshal(context, box, accent),
    );
    const arm = { width: unit * ARM.long, height: unit * ARM.thick };
    this.#arm.paint(arm, (context, box) => paintArm(context, box));
    const cloth = unit * 0.62;
    this.#cloth.paint({ width: cloth, height: cloth }, (context, box) =>
      paintCloth(context, box, accent),
    );
    for (const lamp of this.#lamps) {
      lamp.paint({ width: SOFT_PX, height: SOFT_PX }, (context, box) =>
        paintGlow(context, box, look.lamp),
      );
    }
    this.#dust.fit(size);
  }

  show({ round, seen, seconds, at, reach, to, wipes, race }: MarshalPose): void {
    const { layout } = this.#table;
    const shot = layout.shot(race.camera);
    const isOrnate = this.#kit.look.isOrnate;
    // In a tall box names stand where he would.
    const there = layout.tall || !isOrnate ? 0 : seen;
    const scale = shot.unit / this.#unit;
    const facing = Math.atan2(to.y - at.y, to.x - at.x);
    this.#body.place({
      ...layout.seen(shot, at),
      scale,
      angle: LEANS * facing * reach,
      alpha: there,
    });
    const shoulder = { x: at.x + SHOULDER.x, y: at.y + SHOULDER.y };
    const hand = between({ x: at.x + HAND.x, y: at.y + HAND.y }, to, reach);
    const angle = Math.atan2(hand.y - shoulder.y, hand.x - shoulder.x);
    const long = Math.hypot(hand.y - shoulder.y, hand.x - shoulder.x);

    this.#arm.place({
      ...layout.seen(shot, between(shoulder, hand, 0.5)),
      scale: [(scale * (long + 0.3)) / ARM.long, scale],
      angle,
      alpha: there,
    });
    this.#cloth.place({
      ...layout.seen(shot, hand),
      scale,
      angle: 3 * seconds,
      alpha: wipes ? there : 0,
    });
    this.#showLamps(race, seconds, isOrnate ? seen : 0);
    this.#dust.show(isOrnate ? seen : 0, seconds, round);
  }

  /** Light runs along the lamps of the rails, towards the course. */
  #showLamps({ course: nth, camera }: MarshalPose["race"], seconds: number, seen: number): void {
    const { layout } = this.#table;
    const shot = layout.shot(camera);
    const course = courseAt(nth);
    this.#lamps.forEach((lamp, i) => {
      const step = Math.floor(i / 2);
      const far = BEFORE + FIRST_LAMP + step * LAMP_EVERY;
      const side = i % 2 ? 1 : -1;
      const on = Math.cos(2 * Math.PI * (step / LAMPS - seconds / 5)) ** 3;
      lamp.place({
        ...layout.seen(shot, course.path.at(far, side * (course.halfWidth(far) + RAIL / 2))),
        scale: (shot.unit * 1.7) / SOFT_PX,
        alpha: seen * 0.6 * Math.max(0, on),
      });
    });
  }
}

/** What goes on at the gates of a race while bets are taken: its marshal, its lamps, and dust in the light. */
export const marshal: Extras<BigSixBallOutcome, RaceShown, RaceTable, MarshalPose> = {
  pose,
  stirs(view, ms) {
    const untilMs = idleUntilMs(view);
    const comes = ms >= IDLE_FROM_MS && ms < IDLE_FROM_MS + 1000 * WALKS_S;
    return (
      view.state.phase === "betting" && (comes || (ms >= untilMs - 1000 * WALKS_S && ms < untilMs))
    );
  },
  build: (kit, _, table) => new MarshalParts(kit, table),
};
