import type { Board } from "../../../src/games/contract.ts";
import type { GameWords } from "../../../src/i18n/game-words.ts";
import { sideColours } from "../../../src/look/palette.ts";
import { Atmosphere } from "../../stage/atmosphere.ts";
import type { BallMark, Group, Kit } from "../../stage/kit.ts";
import { mix } from "../../stage/paint/colour.ts";
import { paintFlat, paintGlow } from "../../stage/paint/felt.ts";
import type { Drawing, Size } from "../../stage/scene.ts";
import { clamp01 } from "../../stage/tracks.ts";
import { courseLayout } from "./course.ts";
import type { Shot } from "./course.ts";
import { courseAt, GATE } from "./courses.ts";
import { Ground } from "./ground.ts";
import { LeaderList } from "./leader-list.ts";
import { paintGate } from "./paint/gate.ts";
import type { Step } from "./paint/podium.ts";
import { Podium } from "./podium.ts";
import { RaceBalls } from "./race-balls.ts";
import type { RaceShown } from "./race-shown.ts";

/** Layers among the balls, whose own depth is their height in the box. */
export const [OVER, BEST] = [9_000, 10_030];
const [VEIL, PODIUM] = [10_000, 10_020];
/** How bright the lamp is that goes with the leader, 0 to 1. */
const LAMP = 0.2;
/** Soft light is painted small and shown large. */
const SOFT_PX = 64;
/** How far before the middles of the balls the gate stands, and how wide it is, in widths of a ball. */
const [GATE_AHEAD, GATE_WIDE] = [0.66, 8];

/** The drawn parts of a race: course, balls, list and podium. Extras add to it what it can be seen without. */
export class RaceTable implements Drawing<RaceShown> {
  readonly root: Group;
  readonly ground: Ground;
  readonly podium: Podium;
  readonly balls: RaceBalls;
  readonly list: LeaderList;
  /** Behind the podium and over the veil, and over all that is on the course. */
  readonly backdrop: Group;
  readonly field: Group;
  /** Around the ground, beneath it. */
  readonly around: Group;
  /** On the course, beneath the balls. */
  readonly under: Group;
  /** Over all of it but the words of the table. */
  readonly front: Group;
  readonly marks: readonly BallMark[];
  /** The balls' names, in the order of the sides. */
  readonly words: readonly string[];
  layout = courseLayout({ width: 1, height: 1 });
  readonly #kit: Kit;
  readonly #air;
  readonly #parts;
  #size: Size = { width: 1, height: 1 };

  constructor(kit: Kit, { board, words }: { board: Pick<Board, "sides">; words: GameWords }) {
    this.#kit = kit;
    this.root = kit.group();
    this.words = board.sides.map((side) => words.sides[side.id] ?? side.id);
    this.marks = board.sides.map((side, pattern) => {
      const { fill, ink } = sideColours[side.colour];
      return { letter: side.letter, fill, ink, pattern };
    });
    this.#air = new Atmosphere(kit, words.lettering);
    this.#parts = {
      beyond: kit.picture(),
      gate: kit.picture(),
      veil: kit.picture(),
      follow: kit.light(),
    };
    this.ground = new Ground(kit);
    this.balls = new RaceBalls(kit, this.marks, this.words);
    this.list = new LeaderList(kit, this.marks, this.words, words.lang);
    this.podium = new Podium(kit, this.words);
    this.backdrop = kit.group();
    this.field = kit.group();
    this.around = kit.group();
    this.under = kit.group();
    this.front = kit.group();
    const { beyond, gate, veil, follow } = this.#parts;
    this.field.add(gate, ...this.balls.nodes, veil, this.backdrop, ...this.podium.nodes);
    this.root.add(beyond, this.around, this.ground.node, follow, ...this.#air.under);
    this.root.add(this.under, this.field);
    this.root.add(this.#air.shade, this.front, ...this.list.nodes, ...this.#air.over);
    for (const group of [this.around, this.under, this.front]) {
      group.place({ x: 0, y: 0 });
    }
  }

  resize(size: Size): void {
    const layout = courseLayout(size);
    [this.layout, this.#size] = [layout, size];
    const { accent, look } = this.#kit;
    const { beyond, gate, veil, follow } = this.#parts;
    this.#air.fit(size, layout.count);
    this.ground.fit(layout, size);
    const flat = { width: 8, height: 8 };
    beyond.paint(flat, (context, box) =>
      paintFlat(context, box, mix(look.track, look.night, look.addsLight ? 0.78 : 0.5)),
    );
    veil.paint(flat, (context, box) => paintFlat(context, box, look.veil));
    const { gates } = layout.units;
    const [long, thick] = [gates * GATE_WIDE, gates * 0.42];
    gate.paint(
      layout.tall ? { width: long, height: thick } : { width: thick, height: long },
      (context, box) => paintGate(context, box, accent),
    );
    const soft = { width: SOFT_PX, height: SOFT_PX };
    follow.paint(soft, (context, box) =>
      paintGlow(context, box, look.addsLight ? mix(look.lamp, accent, 0.3) : look.lamp),
    );
    this.podium.fit(layout.podium, size);
    this.list.fit(layout.list);
    this.balls.fit(layout, size);
  }

  show(shown: RaceShown): void {
    const { balls, camera, podium, veil, mood, lamp } = shown;
    const course = courseAt(shown.course);
    const { layout } = this;
    const { width, height } = this.#size;
    const middle = { x: width / 2, y: height / 2 };
    const over = { ...middle, scale: [width / 8, height / 8] as const };
    const shot = layout.shot(camera);
    const parts = this.#parts;
    parts.beyond.place(over);
    this.ground.show(course, shot, veil === 1);
    const { gone } = shown;
    // It is rolled away as high as it stands.
    const stand = { risen: gone > 0 && podium > 0 ? 1 : podium, gone };
    const spot = (step: Step) => this.podium.spot(step, stand);
    this.balls.show(balls, shot, { veil, spot, depth: BEST });
    this.#showGate(shown, shot);
    parts.follow.place({
      ...layout.seen(shot, lamp),
      scale: (Math.max(width, height) * 0.86) / SOFT_PX,
      alpha: LAMP * lamp.alpha * (this.#kit.look.addsLight ? 1 : 1.6),
    });
    const line = layout.seen(shot, course.path.at(course.length));
    parts.veil.place({ ...over, alpha: veil, depth: VEIL });
    this.backdrop.place({ x: 0, y: 0, depth: PODIUM });
    this.podium.show(stand, PODIUM + 1, balls);
    this.list.show({
      places: balls,
      gaps: balls.map(({ gap }) => gap),
      settled: shown.settled,
      ranked: shown.ranked,
      light: shown.light,
    });
    const reach = shot.unit * 6;
    this.#air.show(mood, shown.dimming > 0 ? { ...line, reach, depth: shown.dimming } : null);
  }

  /** The gate sinks out of the way. */
  #showGate({ gate }: RaceShown, shot: Shot): void {
    const { layout } = this;
    const at = layout.seen(shot, { x: GATE.x + GATE_AHEAD, y: GATE.y });
    const open = clamp01(1 - gate);
    this.#parts.gate.place({
      ...at,
      scale: shot.unit / layout.units.gates,
      alpha: open,
      depth: layout.tall ? at.y : -1,
    });
  }
}
