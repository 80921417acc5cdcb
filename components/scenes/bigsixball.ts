import type { BigSixBallOutcome, Team } from "../../src/games/bigsixball.ts";
import { palette, sideColours } from "../stage/theme.ts";
import type { SceneView } from "../../src/view.ts";
import { COURSE_ENDS, courseLayout } from "../stage/course.ts";
import type { Kit } from "../stage/kit.ts";
import { LeaderList } from "../stage/leader-list.ts";
import { resultLight } from "../stage/lights.ts";
import { mix } from "../stage/paint/colour.ts";
import { paintFelt } from "../stage/paint/felt.ts";
import { GATE_AT, paintGate, paintTrack } from "../stage/paint/track.ts";
import { Podium } from "../stage/podium.ts";
import type { Step } from "../stage/podium.ts";
import { RACE_OVER_MS, raceOf, rowsOf } from "../stage/race.ts";
import type { Run } from "../stage/race.ts";
import type { Drawing, Scene } from "../stage/scene.ts";
import { RACE_MS, RESULT_MS, SWEEP_MS } from "../stage/theme.ts";
import { arc, easeInOut, lerp, progress } from "../stage/tracks.ts";

type View = SceneView<BigSixBallOutcome>;

/** Where one ball stands. */
export interface BallPose {
  /** 0 at the gate, 1 on the finish line. */
  at: number;
  /** From 0; between whole numbers while it changes lanes. */
  lane: number;
  /** Height of a hop, 0 to 1. */
  lift: number;
  /** How visible the name beside it is, 0 to 1. */
  name: number;
  /** Its row on the list, from 0; between whole numbers while it passes another. */
  row: number;
  /** Its place on the podium, 1 to 3; 0 for none. */
  step: Step | 0;
}

/** Where everything stands in a race. Balls in the order of the sides. */
export interface BigSixBallPose {
  balls: readonly BallPose[];
  /** 0 shut, 1 lifted out of the way. */
  gate: number;
  /** 0 while the list is one of teams, 1 once it is one of ranks. */
  ranked: number;
  /** How far the podium is up, and the best on it, 0 to 1. */
  podium: number;
  /** The winner's light, 0 to 1. */
  light: number;
}

/** Radians a ball turns on its way from gate to line. */
const ROLL = 34;

const atGate = (lane: number): BallPose => ({ at: 0, lane, lift: 0, name: 1, row: lane, step: 0 });

function bettingPose(view: View): BigSixBallPose {
  const balls = view.board.sides.map((_, i) => atGate(i));
  return { balls, gate: 0, ranked: 0, podium: 0, light: 0 };
}

/** Ranks and lanes in the order of the sides; null while the state does not tell. */
function entriesOf(view: View): { ranks: number[]; lanes: number[] } | null {
  const { result_map, team_order, phase } = view.state;
  if (!result_map || !team_order || phase === "betting") {
    return null;
  }
  return {
    ranks: view.board.sides.map((side) => result_map[side.id as Team]),
    lanes: view.board.sides.map((_, i) => team_order.indexOf(i)),
  };
}

/** A name goes while balls change lanes, comes back in the new lane, and goes when its ball does. */
function nameAt(elapsedMs: number, run: Run): number {
  return elapsedMs < RACE_MS.lineUp
    ? 1 - progress(elapsedMs, 0, RACE_MS.name)
    : Math.min(
        progress(elapsedMs, RACE_MS.lineUp, RACE_MS.name),
        1 - progress(elapsedMs, run.launchMs, RACE_MS.name),
      );
}

function racePose(
  runs: readonly Run[],
  lanes: readonly number[],
  elapsedMs: number,
): BigSixBallPose {
  const ranked = easeInOut(progress(elapsedMs, RACE_MS.launchAt + RACE_MS.list, RACE_MS.list));
  const moved = easeInOut(progress(elapsedMs, 0, RACE_MS.lineUp));
  const places = runs.map((run) => run.at(elapsedMs));
  const rows = rowsOf(places);
  const balls = places.map((at, i): BallPose => {
    const lane = lanes[i] ?? i;
    return {
      at,
      lane: lerp(i, lane, moved),
      lift: lane === i ? 0 : arc(moved) * (i % 2 ? 1 : 0.5),
      name: nameAt(elapsedMs, runs[i] as Run),
      row: lerp(i, rows[i] ?? i, ranked),
      step: 0,
    };
  });
  const gate = easeInOut(progress(elapsedMs, RACE_MS.launchAt - RACE_MS.gate, RACE_MS.gate));
  return { balls, gate, ranked, podium: 0, light: 0 };
}

function pose(view: View, elapsedMs: number): BigSixBallPose {
  const entries = entriesOf(view);
  if (!entries) {
    return bettingPose(view);
  }
  const { ranks, lanes } = entries;
  const { phase, round } = view.state;
  const race = racePose(
    raceOf(round, ranks, lanes),
    lanes,
    phase === "revealing" ? elapsedMs : RACE_OVER_MS,
  );
  if (phase === "revealing") {
    return race;
  }
  const back = phase === "waiting" ? easeInOut(progress(elapsedMs, 0, SWEEP_MS.balls)) : 0;
  return {
    balls: race.balls.map((ball, i) => {
      const step = (ranks[i] ?? 6) as Step;
      return {
        at: lerp(ball.at, 0, back),
        lane: lerp(ball.lane, i, back),
        lift: 0,
        name: phase === "waiting" ? progress(elapsedMs, SWEEP_MS.balls, RACE_MS.name) : 0,
        row: lerp(ball.row, i, back),
        step: step <= 3 ? step : 0,
      };
    }),
    gate: 1 - back,
    ranked: 1 - back,
    podium: phase === "result" ? easeInOut(progress(elapsedMs, 0, RESULT_MS.podium)) : 1 - back,
    light: resultLight(phase, elapsedMs),
  };
}

function restsAfterMs(view: View): number {
  switch (view.state.phase) {
    case "revealing":
      return RACE_OVER_MS;
    case "result":
      return RESULT_MS.podium;
    case "waiting":
      return SWEEP_MS.balls + RACE_MS.name;
    default:
      return 0;
  }
}

/** Layers among the balls, whose own depth is their height in the box. */
const [VEIL, PODIUM, BEST] = [10_000, 10_001, 10_002];

function build(kit: Kit, view: View): Drawing<BigSixBallPose> {
  const root = kit.group();
  const field = kit.group();
  const [ground, gate, veil] = [kit.picture(), kit.picture(), kit.picture()];
  const podium = new Podium(kit);
  const [start, finish] = [kit.label(), kit.label()];
  const marks = view.board.sides.map((side, pattern) => {
    const { fill, ink } = sideColours[side.colour];
    return { letter: side.letter, fill, ink, pattern };
  });
  const balls = marks.map((mark) => kit.ball(mark));
  const names = marks.map(() => kit.label());
  const words = view.board.sides.map((side) => view.words.sides[side.id] ?? side.id);
  const list = new LeaderList(kit, marks, words);
  field.add(...names, gate, ...balls, veil, ...podium.nodes);
  root.add(ground, start, finish, field, ...list.nodes);
  let course = courseLayout({ width: 1, height: 1 });
  let middle = { x: 0, y: 0 };

  return {
    root,
    resize(size) {
      course = courseLayout(size);
      middle = { x: size.width / 2, y: size.height / 2 };
      const roomy = Math.min(size.width, size.height * 2) > 340;
      ground.paint(size, (context, box) => {
        paintFelt(context, box, mix(palette.felt, palette.night, 0.25));
        paintTrack(context, box, course, kit.accent);
      });
      ground.place(middle);
      gate.paint(size, (context) => paintGate(context, course, kit.accent));
      veil.paint(size, (context, box) => {
        context.fillStyle = palette.night;
        context.fillRect(0, 0, box.width, box.height);
      });
      podium.fit(course.podium);
      const sizePx = Math.max(9, Math.min(15, size.height * 0.034));
      for (const [label, along, word] of [
        [start, -0.03, "start"],
        [finish, 1, "finish"],
      ] as const) {
        label.write((view.words.lettering?.[word] ?? word).toUpperCase(), {
          sizePx,
          colour: palette.inkSoft,
          weight: 700,
          spacing: 0.16,
        });
        const edge = course.at(along, course.tall && word === "start" ? 2.5 : -0.5);
        const beside = course.tall
          ? {
              x: middle.x,
              y:
                word === "start"
                  ? course.at(COURSE_ENDS[0], 0).y + sizePx
                  : course.at(COURSE_ENDS[1], 0).y - sizePx,
            }
          : { x: edge.x, y: edge.y - sizePx * 1.1 };
        label.place({ ...beside, alpha: roomy ? 1 : 0 });
      }
      names.forEach((name, i) => {
        const { scale } = course.at(0, i);
        name.write(words[i] ?? "", {
          sizePx: course.tall
            ? Math.max(9, size.width * 0.027)
            : Math.max(9, Math.min(course.ballPx * 0.4, 17) * scale),
          colour: palette.ink,
          weight: 600,
          anchor: course.tall ? "middle" : "left",
          maxWidthPx: course.tall ? size.width * 0.15 : size.width * 0.3,
        });
      });
      for (const ball of balls) {
        // Painted at its largest, on the podium, and scaled down on the course: sharp at both.
        ball.fit(Math.max(course.ballPx, course.podium.ballPx));
      }
      list.fit(course.list);
    },
    show(pose) {
      const painted = Math.max(course.ballPx, course.podium.ballPx);
      pose.balls.forEach((ball, i) => {
        const here = course.at(ball.at, ball.lane);
        const up = ball.step ? pose.podium : 0;
        const best = podium.spot(ball.step || 1);
        const diameter = course.ballPx * here.scale * (1 + 0.2 * ball.lift);
        balls[i]?.show({
          roll: course.tall ? 0 : ball.at * ROLL,
          dim: ball.step ? 0 : 0.25 * pose.podium,
        });
        balls[i]?.place({
          x: lerp(here.x, best.x, up),
          y: lerp(here.y - ball.lift * course.ballPx * 0.5, best.y, up) - arc(up) * course.ballPx,
          scale: lerp(diameter, best.diameter, up) / painted,
          depth: up > 0 ? BEST + 1 + ball.step : here.y + ball.lift * course.ballPx,
        });
        const spot = course.tall
          ? { x: here.x, y: course.at(0.13, ball.lane).y }
          : { x: course.at(GATE_AT, ball.lane).x + course.ballPx * 0.4, y: here.y };
        names[i]?.place({ ...spot, alpha: ball.name });
      });
      const rise = course.ballPx * 0.9 * pose.gate;
      gate.place({
        x: middle.x,
        y: middle.y - rise,
        alpha: 1 - pose.gate,
        depth: course.tall ? 9_000 : -1,
      });
      veil.place({ ...middle, alpha: 0.62 * pose.podium, depth: VEIL });
      podium.show(pose.podium, pose.light, PODIUM);
      list.show(
        pose.balls.map((ball) => ball.row),
        pose.ranked,
        pose.light,
      );
    },
  };
}

/** The drawing of Big Six Ball: six balls race down their lanes, and the best three get a podium. */
export const scene: Scene<BigSixBallOutcome, BigSixBallPose> = { pose, restsAfterMs, build };
