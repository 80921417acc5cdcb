import type { Board } from "../../../src/games/contract.ts";
import type { GameWords } from "../../../src/i18n/words.ts";
import { sideColours } from "../../../src/look/palette.ts";
import { Atmosphere } from "../../stage/atmosphere.ts";
import { Flecks, Rays } from "../../stage/celebration.ts";
import type { BallMark, Group, Kit, Picture } from "../../stage/kit.ts";
import { mix } from "../../stage/paint/colour.ts";
import { paintFlat, paintGlow } from "../../stage/paint/felt.ts";
import { paintStudio } from "../../stage/paint/studio.ts";
import type { Drawing, Size } from "../../stage/scene.ts";
import { LIGHTS } from "../../stage/theme.ts";
import { clamp01 } from "../../stage/tracks.ts";
import { WordPill } from "../../stage/word-pill.ts";
import { courseLayout, seenIn, WHOLE_COURSE } from "./course.ts";
import { LeaderList } from "./leader-list.ts";
import { gantryBox, paintGantry } from "./paint/arena.ts";
import { Foil } from "./paint/foil.ts";
import { finishBox, gateBox, paintFinish, paintGate } from "./paint/gate-and-line.ts";
import { PhotoFrame } from "./paint/photo-frame.ts";
import type { Step } from "./paint/podium.ts";
import { paintRailLamps } from "./paint/rails.ts";
import { SlowMotion } from "./paint/slow-motion.ts";
import { clothAtFoot, paintCloth, paintTrack } from "./paint/track.ts";
import { Podium } from "./podium.ts";
import { RaceBalls } from "./race-balls.ts";
import type { RaceShown } from "./race-shown.ts";
import { StartLamps } from "./start-lamps.ts";

/** Layers among the balls, whose own depth is their height in the box. */
const [OVER, VEIL, PHOTO, PODIUM, BEST] = [9_000, 10_000, 10_010, 10_020, 10_030];
/** How bright the lamp is that goes with the leader, 0 to 1. */
const LAMP = 0.34;
/** Soft light is painted small and shown large. */
const SOFT_PX = 64;

/** The drawn parts of a race: course and crowd, balls, list, podium and the camera's picture. */
export class RaceTable implements Drawing<RaceShown> {
  readonly root: Group;
  readonly #kit: Kit;
  readonly #words: readonly string[];
  readonly #word: (key: string) => string;
  readonly #air;
  readonly #parts;
  /** What the camera moves: the course, and what stands over it. */
  readonly #stand;
  readonly #arch;
  readonly #slow;
  readonly #lamps;
  readonly #story;
  readonly #flecks;
  readonly #foil;
  readonly #balls;
  readonly #list;
  readonly #podium;
  readonly #rays;
  readonly #backdrop;
  readonly #photo;
  readonly #marks: readonly BallMark[];
  #course = courseLayout({ width: 1, height: 1 });
  #size: Size = { width: 1, height: 1 };
  /** The middles of gate and gantry, on the course. */
  #stands = { gate: { x: 0, y: 0 }, gantry: { x: 0, y: 0 } };

  constructor(kit: Kit, { board, words }: { board: Pick<Board, "sides">; words: GameWords }) {
    this.#kit = kit;
    this.root = kit.group();
    const word = (key: string) => words.lettering[key] ?? "";
    this.#word = word;
    this.#words = board.sides.map((side) => words.sides[side.id] ?? side.id);
    this.#marks = board.sides.map((side, pattern) => {
      const { fill, ink } = sideColours[side.colour];
      return { letter: side.letter, fill, ink, pattern };
    });
    this.#air = new Atmosphere(kit, words.lettering);
    this.#parts = {
      beyond: kit.picture(),
      ground: kit.picture(),
      finish: kit.picture(),
      gate: kit.picture(),
      gantry: kit.picture(),
      veil: kit.picture(),
      follow: kit.light(),
      flash: kit.light(),
      spark: kit.light(),
    };
    this.#story = new WordPill(kit);
    this.#flecks = new Flecks(kit);
    this.#foil = new Foil(kit);
    this.#balls = new RaceBalls(kit, this.#marks, {
      words: this.#words,
      places: word("places").split(" "),
      record: word("record"),
    });
    this.#slow = new SlowMotion(kit, word("slow"));
    this.#lamps = new StartLamps(kit);
    this.#list = new LeaderList(kit, this.#marks, this.#words);
    this.#podium = new Podium(kit, this.#words);
    this.#rays = new Rays(kit);
    this.#photo = new PhotoFrame(kit, this.#marks, word("photo"));
    const { beyond, ground, finish, gate, gantry, veil, follow, flash, spark } = this.#parts;
    this.#backdrop = kit.group();
    // Behind the balls: nothing flies over their numbers.
    this.#backdrop.add(...this.#rays.nodes, ...this.#flecks.nodes, ...this.#foil.leaves);
    const field = kit.group();
    this.#arch = kit.group();
    this.#arch.add(gate, gantry);
    field.add(this.#arch, ...this.#balls.nodes, spark, flash, veil);
    field.add(...this.#photo.nodes, this.#backdrop, ...this.#podium.nodes, ...this.#foil.glints);
    this.#stand = kit.group();
    this.#stand.add(ground, follow, ...this.#balls.under, finish);
    this.root.add(
      beyond,
      this.#stand,
      ...this.#air.under,
      field,
      this.#air.shade,
      ...this.#slow.nodes,
    );
    this.root.add(...this.#lamps.nodes);
    this.root.add(...this.#list.nodes, ...this.#story.nodes, ...this.#air.over);
  }

  resize(size: Size): void {
    const course = courseLayout(size);
    [this.#course, this.#size] = [course, size];
    const { accent, look } = this.#kit;
    const { beyond, ground, finish, gate, gantry, veil, follow, flash, spark } = this.#parts;
    this.#air.fit(size, course.count);
    const { land } = course;
    ground.paint(land, (context, box) => {
      paintCloth(context, box, course, look);
      paintStudio(context, box, course.crowd, look);
      paintTrack(context, course, accent, look);
      // By day its lamps are off.
      if (look.addsLight) {
        paintRailLamps(context, course, accent);
      }
    });
    ground.place({ x: land.width / 2, y: land.height / 2 });
    // Painted as large as it will be seen: nothing in the picture has harder edges.
    const line = finishBox(course);
    const [across, down] = course.shot({ ...WHOLE_COURSE, zoom: 1, push: 1, along: 1 }).scale;
    finish.paint({ width: line.width * across, height: line.height * down }, (context) =>
      paintFinish(context, course, [across, down]),
    );
    finish.place({
      x: line.x + line.width / 2,
      y: line.y + line.height / 2,
      scale: [1 / across, 1 / down],
      depth: 3,
    });
    const stand = (
      part: Picture,
      { x, y, ...box }: ReturnType<typeof gateBox>,
      paint: typeof paintGate,
    ) => {
      part.paint(box, (context) => paint(context, course, accent));
      return { x: x + box.width / 2, y: y + box.height / 2 };
    };
    this.#stands = {
      gate: stand(gate, gateBox(course), paintGate),
      gantry: stand(gantry, gantryBox(course), paintGantry),
    };
    const flat = { width: 8, height: 8 };
    beyond.paint(flat, (context, box) => paintFlat(context, box, clothAtFoot(look)));
    veil.paint(flat, (context, box) => paintFlat(context, box, look.veil));
    const soft = { width: SOFT_PX, height: SOFT_PX };
    follow.paint(soft, (context, box) =>
      paintGlow(context, box, look.addsLight ? mix(look.lamp, accent, 0.45) : look.lamp),
    );
    spark.paint(soft, (context, box) => paintGlow(context, box, look.lamp));
    flash.paint(soft, (context, box) => paintGlow(context, box, "#ffffff"));
    this.#podium.fit(course.podium, size);
    this.#rays.fit(this.#podium.spot(1), Math.min(size.width * 0.5, size.height * 0.75));
    this.#photo.fit(course.photo);
    this.#list.fit(course.list);
    this.#lamps.fit(size, course, accent);
    this.#flecks.fit(size);
    this.#foil.fit(size);
    this.#slow.fit(size, course.list.foot);
    this.#story.fit(
      Math.max(8, Math.min(20, size.height * (course.tall ? 0.042 : 0.032), size.width * 0.045)),
    );
    this.#balls.fit(course, size);
  }

  show(shown: RaceShown): void {
    const { balls, gate, ranked, podium, veil, rays, light, crowd, dimming, flash, photo } = shown;
    const { camera, slow, beat, settled, form, shine, mood, spark } = shown;
    this.#look(shown);
    const course = this.#course;
    const { width, height } = this.#size;
    const middle = { x: width / 2, y: height / 2 };
    const shot = course.shot(camera);
    const spot = (step: Step) => this.#podium.spot(step, podium);
    // The last seconds stand where last places did.
    const formShown = !course.tall && mood.count + mood.tense > 0 ? 0 : 1;
    this.#balls.show(balls, shot, { veil, spot, depth: BEST, life: mood.life, form, formShown });
    const parts = this.#parts;
    const stands = this.#stands;
    parts.gate.place({
      x: stands.gate.x,
      y: stands.gate.y - course.ballPx * 0.9 * gate,
      alpha: 1 - gate,
    });
    // Near the line its sign is out of the picture; seen from behind, it would stand before those who
    // have passed beneath it.
    const passed = clamp01((Math.max(...balls.map(({ at }) => at)) - 0.98) / 0.06);
    parts.gantry.place({ ...stands.gantry, alpha: 1 - (course.tall ? passed : camera.zoom) });
    // Drawn back, the camera sees beyond the foot of what is painted: more of the same cloth.
    parts.beyond.place({
      ...middle,
      scale: [width / 8, height / 8],
      alpha: Math.ceil(camera.clear),
    });
    // As wide on screen wherever the camera is: it lies on the course, which is stretched.
    const [across, down] = shot.scale;
    parts.follow.place({
      ...course.at(crowd.along, 2.5),
      scale: [
        (width * (course.tall ? 1.25 : 0.86)) / across / SOFT_PX,
        (height * (course.tall ? 0.62 : 1.05)) / down / SOFT_PX,
      ],
      alpha: LAMP * crowd.alpha * (this.#kit.look.addsLight ? 1 : 1.6),
    });
    const line = seenIn(shot, course.at(1, 2.5));
    parts.flash.place({
      ...line,
      scale: course.tall
        ? [(width * 1.8) / SOFT_PX, (height * 0.16) / SOFT_PX]
        : [(width * 0.12) / SOFT_PX, (height * 1.7) / SOFT_PX],
      // While time is slowed the line beats like a heart.
      alpha: Math.max(flash, 0.4 * slow * (1 - beat) ** 2),
      depth: OVER + 1,
    });
    const touch = seenIn(shot, course.at(spark.along, spark.lane));
    parts.spark.place({
      ...touch,
      scale: (course.ballPx * touch.scale * (0.8 + 0.7 * spark.spread)) / SOFT_PX,
      alpha: spark.alpha,
      depth: touch.y + course.ballPx,
    });
    parts.veil.place({
      ...middle,
      scale: [width / 8, height / 8],
      alpha: Math.max(0.76 * veil, 0.36 * photo),
      depth: VEIL,
    });
    const ranks = balls.map((ball) => ball.rank);
    const gaps = balls.map((ball) => ball.gap);
    this.#photo.show(photo, ranks, gaps, PHOTO);
    this.#backdrop.place({ x: 0, y: 0, depth: PODIUM });
    this.#rays.show(rays, shine / 3, LIGHTS.gold);
    this.#foil.show(shine, rays, spot(1), BEST + 1);
    this.#podium.show(
      podium,
      PODIUM + 1,
      balls.map(({ step }) => step),
    );
    this.#list.show({
      places: balls,
      gaps,
      settled,
      ranked,
      light,
    });
    this.#slow.show(slow);
    this.#lamps.show(shown.lamps);
    // All lanes are lit where they cross the line: any of them may win.
    const reach = course.tall ? width * 0.6 : Math.min(width * 0.3, height * 0.55);
    this.#air.show(mood, dimming > 0 ? { ...line, reach, depth: dimming } : null);
  }

  /** The camera, and the story in words. */
  #look({ balls, camera, story, drama, celebration }: RaceShown): void {
    const course = this.#course;
    const shot = course.shot(camera);
    const { x, y: down, scale } = shot;
    this.#stand.place({ x, y: down, scale });
    this.#arch.place({ x, y: down, scale, depth: course.tall ? OVER : -2 });
    if (story > 0 && drama !== "none") {
      this.#story.write(this.#word(drama));
    }
    const first = balls.findIndex(({ rank }) => rank === 1);
    const winner = balls[first];
    const words = winner && this.#balls.wordsAt(winner, shot, this.#story);
    this.#story.show(words ?? { x: 0, y: 0 }, words ? story : 0);
    this.#flecks.show(
      celebration,
      1,
      this.#podium.spot(1),
      this.#marks[first]?.fill ?? LIGHTS.gold,
    );
  }
}
