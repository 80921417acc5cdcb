import type { Board } from "../../src/games/game.ts";
import type { GameWords } from "../../src/i18n/words.ts";
import { Atmosphere } from "./atmosphere.ts";
import { Flecks, Rays } from "./celebration.ts";
import { courseLayout } from "./course.ts";
import type { BallMark, Group, Kit } from "./kit.ts";
import { LeaderList } from "./leader-list.ts";
import { mix } from "./paint/colour.ts";
import { paintCrowd, paintGantry, paintLaneLights } from "./paint/arena.ts";
import { paintGlow } from "./paint/felt.ts";
import { paintGate, paintTrack } from "./paint/track.ts";
import { PhotoFrame } from "./photo-frame.ts";
import { Podium } from "./podium.ts";
import { RaceBalls } from "./race-balls.ts";
import type { RaceShown } from "./race-shown.ts";
import type { Drawing, Size } from "./scene.ts";
import { LIGHTS, sideColours } from "./theme.ts";
import { lerp } from "./tracks.ts";
import { WordPill } from "./word-pill.ts";

/** Layers among the balls, whose own depth is their height in the box. */
const [OVER, VEIL, PHOTO, PODIUM, BEST] = [9_000, 10_000, 10_010, 10_020, 10_030];
/** The ground goes on to the right of the box, for when the camera moves to the line. */
const BEYOND = 1.3;
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
  readonly #stand;
  readonly #story;
  readonly #flecks;
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
      chase: kit.light(),
      back: kit.light(),
      flash: kit.light(),
    };
    this.#story = new WordPill(kit);
    this.#flecks = new Flecks(kit);
    this.#balls = new RaceBalls(kit, this.#marks, this.#words);
    this.#list = new LeaderList(kit, this.#marks, this.#words);
    this.#podium = new Podium(kit, this.#words);
    this.#rays = new Rays(kit);
    this.#photo = new PhotoFrame(kit, this.#marks, this.#lettering["photo"] ?? "Photo finish");
    const { ground, gate, gantry, veil, follow, chase, back, flash } = this.#parts;
    this.#backdrop = kit.group();
    this.#backdrop.add(...this.#rays.nodes);
    const field = kit.group();
    field.add(...this.#balls.under, gate, ...this.#balls.nodes, gantry, flash, veil);
    field.add(...this.#photo.nodes, this.#backdrop, ...this.#podium.nodes);
    this.#stand = kit.group();
    this.#stand.add(ground, follow, chase, back, field);
    this.root.add(...this.#air.under, this.#stand, this.#air.shade, ...this.#flecks.nodes);
    this.root.add(...this.#list.nodes, ...this.#story.nodes, ...this.#air.over);
  }

  resize(size: Size): void {
    const course = courseLayout(size);
    [this.#course, this.#size] = [course, size];
    const { accent, look } = this.#kit;
    const middle = { x: size.width / 2, y: size.height / 2 };
    const { ground, gate, gantry, veil, follow, chase, back, flash } = this.#parts;
    this.#air.fit(size);
    const wide = course.tall ? size : { ...size, width: size.width * BEYOND };
    ground.paint(wide, (context, box) => {
      paintCrowd(context, box, course.crowd, look);
      paintTrack(context, box, course, accent, look);
      if (look.addsLight) {
        paintLaneLights(context, course, accent);
      }
    });
    ground.place({ ...middle, x: wide.width / 2 });
    gate.paint(size, (context) => paintGate(context, course, accent));
    gantry.paint(size, (context) => paintGantry(context, course, accent));
    gantry.place({ ...middle, depth: course.tall ? OVER : -2 });
    veil.paint({ width: 8, height: 8 }, (context, box) => {
      context.fillStyle = look.addsLight ? look.shade : "#f3ead2";
      context.fillRect(0, 0, box.width, box.height);
    });
    const soft = { width: SOFT_PX, height: SOFT_PX };
    follow.paint(soft, (context, box) => paintGlow(context, box, look.lamp));
    for (const lamp of [chase, back]) {
      lamp.paint(soft, (context, box) => paintGlow(context, box, mix(accent, "#ffffff", 0.4)));
    }
    flash.paint(soft, (context, box) => paintGlow(context, box, "#ffffff"));
    this.#podium.fit(course.podium);
    this.#rays.fit(this.#podium.spot(1), Math.min(size.width * 0.5, size.height * 0.75));
    this.#photo.fit(course.photo);
    this.#list.fit(course.list);
    this.#flecks.fit(size);
    this.#story.fit(Math.max(9, Math.min(20, size.height * 0.042, size.width * 0.045)));
    this.#balls.fit(course, size);
  }

  show(shown: RaceShown): void {
    const { balls, gate, ranked, podium, light, crowd, hush, flash, photo, feast, mood } = shown;
    this.#look(shown);
    const course = this.#course;
    const { width, height } = this.#size;
    const middle = { x: width / 2, y: height / 2 };
    this.#balls.show(balls, podium, (step) => this.#podium.spot(step), BEST, mood.life);
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
    this.#photo.show(
      photo,
      ranks,
      balls.map(({ gap }) => gap),
      PHOTO,
    );
    this.#backdrop.place({ x: 0, y: 0, alpha: light, depth: PODIUM });
    this.#rays.show(light * podium, feast, LIGHTS.gold);
    this.#podium.show(
      podium,
      light,
      PODIUM + 1,
      balls.map(({ step }) => step),
    );
    this.#list.show({
      rows: balls.map((ball) => ball.row),
      gaps: balls.map((ball) => ball.gap),
      isOver: balls.every(({ at }) => at >= 1),
      ranked,
      light,
    });
    const focus = course.at(0.96, 2.5);
    this.#air.show(
      mood,
      hush > 0 ? { ...focus, reach: Math.min(width * 0.3, height * 0.55), depth: hush } : null,
    );
  }

  /** The camera, the lamps that run along the rails while bets are open, and the story in words. */
  #look({ balls, zoom, gate, mood, told, drama, feast }: RaceShown): void {
    const course = this.#course;
    const { width, height } = this.#size;
    // Low on the line: what the camera leaves out is the crowd, and no lane. It brings the line so far
    // into the picture that there is room to run out.
    const line = course.at(1, course.tall ? 2.5 : 4.6);
    const scale = 1 + 0.11 * zoom;
    const pan = course.tall ? 0 : zoom * (line.x - width * 0.72);
    this.#stand.place({ x: line.x * (1 - scale) - pan, y: line.y * (1 - scale), scale });
    const runs = (mood.life / 8) % 1;
    for (const [lamp, lane, along] of [
      [this.#parts.chase, 5.5, runs],
      [this.#parts.back, -0.5, 1 - runs],
    ] as const) {
      const at = course.at(lerp(-0.03, 1.05, along), lane);
      lamp.place({ ...at, scale: (width * 0.2) / SOFT_PX, alpha: 0.85 * (1 - gate) });
    }
    if (told > 0 && drama !== "none") {
      this.#story.write(this.#lettering[drama] ?? drama);
    }
    const y = course.tall ? height * 0.5 : (course.crowd.top + course.crowd.foot) / 2;
    this.#story.show({ x: width / 2, y }, told);
    const first = balls.findIndex(({ rank }) => rank === 1);
    this.#flecks.show(feast, 1, this.#podium.spot(1), this.#marks[first]?.fill ?? LIGHTS.gold);
  }
}
