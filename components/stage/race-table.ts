import type { Board } from "../../src/games/game.ts";
import type { GameWords } from "../../src/i18n/words.ts";
import { Atmosphere } from "./atmosphere.ts";
import { Rays } from "./celebration.ts";
import { COURSE_ENDS, courseLayout } from "./course.ts";
import type { BallMark, Group, Kit } from "./kit.ts";
import { LeaderList } from "./leader-list.ts";
import type { Mood } from "./mood.ts";
import { paintCrowd, paintGantry, paintLaneLights } from "./paint/arena.ts";
import { paintGlow } from "./paint/felt.ts";
import { paintGate, paintTrack } from "./paint/track.ts";
import { PhotoFrame } from "./photo-frame.ts";
import { Podium } from "./podium.ts";
import { RaceBalls } from "./race-balls.ts";
import type { BallShown } from "./race-balls.ts";
import type { Drawing, Size } from "./scene.ts";
import { LIGHTS, sideColours } from "./theme.ts";

/** What is drawn of a race. */
interface RaceShown {
  balls: readonly BallShown[];
  gate: number;
  ranked: number;
  podium: number;
  light: number;
  crowd: { along: number; alpha: number };
  hush: number;
  flash: number;
  photo: number;
  feast: number;
  mood: Mood;
}

/** Layers among the balls, whose own depth is their height in the box. */
const [OVER, VEIL, PHOTO, PODIUM, BEST] = [9_000, 10_000, 10_010, 10_020, 10_030];
/** Soft light is painted small and shown large. */
const SOFT_PX = 64;

/** The drawn parts of a race: course and crowd, balls, list, podium and the camera's picture. */
export class RaceTable implements Drawing<RaceShown> {
  readonly root: Group;
  readonly #kit: Kit;
  readonly #words: readonly string[];
  readonly #lettering: Readonly<Record<string, string>>;
  readonly #air;
  readonly #parts;
  readonly #ends;
  readonly #balls;
  readonly #list;
  readonly #podium;
  readonly #rays;
  readonly #backdrop;
  readonly #photo;
  readonly #marks: readonly BallMark[];
  #course = courseLayout({ width: 1, height: 1 });
  #size: Size = { width: 1, height: 1 };

  constructor(kit: Kit, { board, words }: { board: Pick<Board, "sides">; words: GameWords }) {
    this.#kit = kit;
    this.root = kit.group();
    this.#lettering = words.lettering ?? {};
    this.#words = board.sides.map((side) => words.sides[side.id] ?? side.id);
    this.#marks = board.sides.map((side, pattern) => {
      const { fill, ink } = sideColours[side.colour];
      return { letter: side.letter, fill, ink, pattern };
    });
    this.#air = new Atmosphere(kit, words.lettering);
    this.#parts = {
      ground: kit.picture(),
      gate: kit.picture(),
      gantry: kit.picture(),
      veil: kit.picture(),
      follow: kit.light(),
      flash: kit.light(),
    };
    this.#ends = { start: kit.label(), finish: kit.label() };
    this.#balls = new RaceBalls(kit, this.#marks, this.#words);
    this.#list = new LeaderList(kit, this.#marks, this.#words);
    this.#podium = new Podium(kit);
    this.#rays = new Rays(kit);
    this.#photo = new PhotoFrame(kit, this.#marks, this.#lettering["photo"] ?? "Photo finish");
    const { ground, gate, gantry, veil, follow, flash } = this.#parts;
    this.#backdrop = kit.group();
    this.#backdrop.add(...this.#rays.nodes);
    const field = kit.group();
    field.add(...this.#balls.under, gate, ...this.#balls.balls, gantry, flash, veil);
    field.add(...this.#photo.nodes, this.#backdrop, ...this.#podium.nodes);
    this.root.add(...this.#air.under, ground, follow, this.#ends.start, this.#ends.finish, field);
    this.root.add(this.#air.shade, ...this.#list.nodes, ...this.#air.over);
  }

  resize(size: Size): void {
    const course = courseLayout(size);
    [this.#course, this.#size] = [course, size];
    const { accent, look } = this.#kit;
    const middle = { x: size.width / 2, y: size.height / 2 };
    const { ground, gate, gantry, veil, follow, flash } = this.#parts;
    this.#air.fit(size);
    ground.paint(size, (context, box) => {
      paintCrowd(context, box, course.crowd, look);
      paintTrack(context, box, course, accent, look);
      paintLaneLights(context, course, accent);
    });
    ground.place(middle);
    gate.paint(size, (context) => paintGate(context, course, accent));
    gantry.paint(size, (context) => paintGantry(context, course, accent));
    gantry.place({ ...middle, depth: course.tall ? OVER : -2 });
    veil.paint({ width: 8, height: 8 }, (context, box) => {
      context.fillStyle = look.shade;
      context.fillRect(0, 0, box.width, box.height);
    });
    const soft = { width: SOFT_PX, height: SOFT_PX };
    follow.paint(soft, (context, box) => paintGlow(context, box, look.lamp));
    flash.paint(soft, (context, box) => paintGlow(context, box, "#ffffff"));
    this.#podium.fit(course.podium);
    this.#rays.fit(this.#podium.spot(1), Math.min(size.width * 0.5, size.height * 0.75));
    this.#photo.fit(course.photo);
    this.#list.fit(course.list);
    this.#letter(size);
    this.#balls.fit(course, size);
  }

  #letter(size: Size): void {
    const course = this.#course;
    const { inkSoft } = this.#kit.look;
    const sizePx = Math.max(9, Math.min(14, size.height * 0.036));
    for (const end of ["start", "finish"] as const) {
      this.#ends[end].write((this.#lettering[end] ?? end).toUpperCase(), {
        sizePx,
        colour: inkSoft,
        weight: 700,
        spacing: 0.16,
      });
      const before = end === "start" ? COURSE_ENDS[0] : COURSE_ENDS[1];
      const edge = course.at(end === "start" ? 0 : 1, -0.5);
      const at = course.tall
        ? { x: size.width / 2, y: course.at(before, 0).y + (end === "start" ? sizePx : -sizePx) }
        : { x: edge.x + (end === "start" ? sizePx * 1.6 : 0), y: edge.y - sizePx * 0.8 };
      // The gantry says "finish" without a word.
      const room = course.crowd.foot - course.crowd.top;
      const fits = end === "start" && !course.tall && room >= sizePx * 2;
      this.#ends[end].place({ ...at, alpha: fits ? 1 : 0 });
    }
  }

  show(shown: RaceShown): void {
    const { balls, gate, ranked, podium, light, crowd, hush, flash, photo, feast, mood } = shown;
    const course = this.#course;
    const { width, height } = this.#size;
    const middle = { x: width / 2, y: height / 2 };
    this.#balls.show(balls, podium, (step) => this.#podium.spot(step), BEST);
    const parts = this.#parts;
    parts.gate.place({
      x: middle.x,
      y: middle.y - course.ballPx * 0.9 * gate,
      alpha: 1 - gate,
      depth: course.tall ? OVER : -1,
    });
    const here = course.at(crowd.along, course.tall ? 2.5 : 0);
    parts.follow.place({
      x: here.x,
      y: course.tall ? here.y : course.crowd.foot,
      scale: [(width * 0.5) / SOFT_PX, (height * (course.tall ? 0.4 : 0.95)) / SOFT_PX],
      alpha: 0.5 * crowd.alpha * this.#kit.look.lampShare * 3,
    });
    const line = course.at(1, 2.5);
    parts.flash.place({
      ...line,
      scale: course.tall
        ? [(width * 1.8) / SOFT_PX, (height * 0.16) / SOFT_PX]
        : [(width * 0.12) / SOFT_PX, (height * 1.7) / SOFT_PX],
      alpha: flash,
      depth: OVER + 1,
    });
    parts.veil.place({
      ...middle,
      scale: [width / 8, height / 8],
      alpha: Math.max(0.66 * podium, 0.45 * photo),
      depth: VEIL,
    });
    const ranks = balls.map((ball) => ball.rank);
    this.#photo.show(photo, ranks, PHOTO);
    this.#backdrop.place({ x: 0, y: 0, alpha: light, depth: PODIUM });
    this.#rays.show(light * podium, feast, LIGHTS.gold);
    this.#podium.show(podium, light, PODIUM + 1);
    this.#list.show({
      rows: balls.map((ball) => ball.row),
      gaps: balls.map((ball) => ball.gap),
      ranked,
      light,
    });
    const focus = course.at(0.96, 2.5);
    this.#air.show(
      mood,
      hush > 0 ? { ...focus, reach: Math.min(width * 0.3, height * 0.55), depth: hush } : null,
    );
  }
}
