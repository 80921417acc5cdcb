import type { BigSixBallOutcome } from "../../../src/games/bigsixball/game.ts";
import { whim } from "../../../src/round/whim.ts";
import { bothExtras } from "../../stage/both-extras.ts";
import { Flecks, Rays } from "../../stage/celebration.ts";
import type { ExtraParts, Extras } from "../../stage/extras.ts";
import type { Kit, Picture } from "../../stage/kit.ts";
import { limitIn } from "../../stage/measures.ts";
import { stretchOf } from "../../stage/pacing.ts";
import { paintRays } from "../../stage/paint/light.ts";
import type { Play, Size } from "../../stage/scene.ts";
import { LIGHTS } from "../../stage/theme.ts";
import { clamp01, easeOut } from "../../stage/tracks.ts";
import { WordPill } from "../../stage/word-pill.ts";
import { Crossing, crossingAt } from "./crossing.ts";
import type { CrossingPose } from "./crossing.ts";
import { fans } from "./fans.ts";
import { LeaderTag } from "./leader-tag.ts";
import { marshal } from "./marshal.ts";
import { Arena } from "./paint/arena.ts";
import { Cheer } from "./paint/cheer.ts";
import { courseDetail } from "./paint/detail.ts";
import { Foil } from "./paint/foil.ts";
import { BEHIND } from "./paint/podium.ts";
import { Stadium } from "./paint/stadium.ts";
import { StartLamps } from "./paint/start-lamps.ts";
import { Sweep } from "./paint/sweep.ts";
import { RaceForm } from "./race-form.ts";
import { entriesOf } from "./race-moment.ts";
import type { RaceShown } from "./race-shown.ts";
import { rarity } from "./rarity.ts";
import { replayAt } from "./replay-moment.ts";
import { Replay } from "./replay.ts";
import type { ReplayShown } from "./replay.ts";
import { NO_SPARKS, sparksAt } from "./sparks.ts";
import type { Sparks } from "./sparks.ts";
import { BEST, OVER } from "./table.ts";
import type { RaceTable } from "./table.ts";
import { PODIUM_MS, podiumMs, RACE_MS } from "./times.ts";
import { Trails } from "./trails.ts";

type View = Play<BigSixBallOutcome>;

/** What is added to a race: the scene's own pose, and the replay of its finish. */
interface More {
  race: RaceShown;
  replay: ReplayShown;
  crossing: CrossingPose;
  sparks: Sparks;
  /** For how long the podium has been seen, in seconds. */
  cheerS: number;
  /** What no two races have alike, 0 to 1. */
  own: number;
}

function sparksOf(view: View, ms: number): Sparks {
  const entries = view.state.phase === "revealing" ? entriesOf(view) : null;
  return entries ? sparksAt(entries, ms / stretchOf(view, RACE_MS.phase)) : NO_SPARKS;
}

/** For how long fans have cheered the podium, in seconds, a time into a phase. */
function cheerAt(view: View, ms: number): number {
  const { at, phase, sinkAt, sink } = PODIUM_MS;
  const isWaiting = view.state.phase === "waiting";
  const since = isWaiting ? phase + Math.min(ms, sinkAt + sink) : Math.min(ms, phase);
  return view.state.phase === "result" || isWaiting
    ? Math.max(0, podiumMs(view, since) - at) / 1000
    : 0;
}

/** Soft light is painted small and shown large. */
const SOFT_PX = 64;
/** For how long the camera draws back in the stadium, in seconds. */
const NEAR_S = 0.8;

/** What a race can be drawn without at first: the detail of its course, lamps, streaks, the replay, the celebration. */
class RaceExtras implements ExtraParts<More> {
  readonly #kit: Kit;
  readonly #table: RaceTable;
  readonly #arena;
  readonly #lamps;
  readonly #trails;
  readonly #tag;
  readonly #crossing;
  readonly #form;
  readonly #stadium;
  readonly #sweep;
  readonly #cheer;
  readonly #rays;
  readonly #flecks;
  readonly #foil;
  readonly #story;
  /** Where the list was, which the eye cannot fill in. */
  readonly #doubt;
  readonly #replay;
  readonly #touch: Picture;
  readonly #words: Readonly<Record<string, string>>;
  #size: Size = { width: 1, height: 1 };

  constructor(kit: Kit, view: View, table: RaceTable) {
    this.#kit = kit;
    this.#table = table;
    const { lettering } = view.words;
    this.#words = lettering;
    this.#arena = new Arena(kit, table.around);
    this.#lamps = new StartLamps(kit);
    this.#trails = new Trails(
      kit,
      table.marks.map(({ fill }) => fill),
    );
    this.#tag = new LeaderTag(kit, table);
    this.#crossing = new Crossing(kit, table);
    const word = (key: string) => lettering[key] ?? "";
    this.#form = new RaceForm(kit, table.marks.length, {
      places: word("places").split(" "),
      heading: word("form"),
      record: word("record"),
    });
    this.#stadium = new Stadium(kit);
    this.#sweep = new Sweep(kit);
    this.#cheer = new Cheer(kit);
    this.#rays = new Rays(kit);
    this.#flecks = new Flecks(kit);
    this.#foil = new Foil(kit);
    this.#story = new WordPill(kit);
    this.#doubt = new WordPill(kit);
    this.#touch = kit.light();
    const [first = ""] = (lettering["places"] ?? "").split(" ");
    const { slow = "", photo = "" } = lettering;
    this.#replay = new Replay(kit, table.marks, { slow, photo, first }, view.words.lang);
    // Behind the balls: nothing flies over their numbers.
    table.backdrop.add(
      this.#stadium.node,
      ...this.#sweep.nodes,
      ...this.#cheer.nodes,
      ...this.#rays.nodes,
      ...this.#flecks.nodes,
      ...this.#foil.leaves,
    );
    table.field.add(...this.#form.nodes, this.#touch, ...this.#foil.glints);
    table.under.add(...this.#trails.nodes);
    table.front.add(...this.#tag.nodes, ...this.#lamps.nodes, ...this.#doubt.nodes);
    table.front.add(...this.#replay.nodes, ...this.#story.nodes);
    table.ground.detail = courseDetail;
  }

  resize(size: Size): void {
    this.#size = size;
    const { layout, podium } = this.#table;
    this.#arena.fit(layout);
    this.#tag.fit(size);
    this.#crossing.fit();
    const { endPx, typePx } = this.#table.balls.names;
    this.#form.fit(layout, endPx + typePx * 0.5, typePx);
    this.#lamps.fit(size, layout, this.#kit.accent);
    const { y, step } = layout.podium;
    this.#stadium.fit(size, y - step * BEHIND);
    this.#sweep.fit(size, y - step * BEHIND);
    this.#cheer.fit(size, y - step * BEHIND);
    this.#rays.fit(podium.spot(1), Math.min(size.width * 0.5, size.height * 0.75));
    this.#flecks.fit(size);
    this.#foil.fit(size);
    this.#replay.fit(size);
    this.#touch.paint({ width: SOFT_PX, height: SOFT_PX }, (context, box) =>
      paintRays(context, box, this.#kit.look.lamp, 12),
    );
    this.#doubt.fit(Math.max(9, layout.list.chipPx * 0.62));
    // It stays over the crowd, clear of the balls.
    const { width, height } = size;
    this.#story.fit(Math.max(9, Math.min(limitIn(height, 20, 0.03), width * 0.045, height * 0.06)));
  }

  show({ race, replay, crossing, sparks, cheerS, own }: More): void {
    const { layout, podium, marks } = this.#table;
    const { balls, rays, shine, celebration, story, drama } = race;
    const shot = layout.shot(race.camera);
    this.#arena.show(shot);
    this.#tag.show(race);
    this.#crossing.show(crossing, race);
    // The last seconds stand where last places did.
    const isCounted = !layout.tall && race.mood.count + race.mood.tense > 0;
    this.#form.show(balls, race.form, shot, isCounted ? 0 : 1);
    this.#lamps.show(race);
    this.#trails.show(balls, layout, shot);
    this.#replay.show(replay);
    this.#touch.place({
      ...layout.seen(shot, sparks),
      scale: (shot.unit * (2.6 - 1.2 * sparks.alpha)) / SOFT_PX,
      alpha: sparks.alpha,
      depth: OVER,
    });
    const standing = balls.reduce((sum, { titled }) => sum + titled, 0);
    this.#stadium.show(race.veil, 1 - easeOut(clamp01(cheerS / NEAR_S)), standing);
    this.#rays.show(rays, shine / 3, LIGHTS.gold);
    const winner = marks[balls.findIndex(({ rank }) => rank === 1)];
    const colour = winner?.fill ?? LIGHTS.gold;
    const best = podium.spot(1);
    this.#sweep.show(shine, rays, best);
    this.#foil.show(shine, rays, { ...best, depth: BEST + 1 }, colour);
    this.#cheer.show(race.veil, standing, cheerS, colour);
    this.#flecks.show(celebration, 1, podium.spot(1), colour, own);
    if (race.doubt > 0) {
      this.#doubt.write(this.#words["photo"] ?? "");
    }
    this.#doubt.show(
      {
        x: this.#size.width / 2,
        y: Math.max(layout.list.cells(0).y, this.#doubt.height / 2 + 2),
      },
      race.doubt * (1 - replay.bars),
    );
    if (story > 0 && drama !== "none") {
      this.#story.write(this.#words[drama] ?? "");
    }
    const { width, height } = this.#story;
    const y = layout.list.foot + height * 0.65;
    // In a low box there is no room for it over the crowd: balls and their gaps come first.
    const isClear = y + height / 2 <= this.#replay.clearPx;
    this.#story.show(
      { x: Math.max(this.#size.width, width) / 2, y },
      drama === "none" || !isClear ? 0 : story,
    );
  }
}

const show: Extras<BigSixBallOutcome, RaceShown, RaceTable, More> = {
  pose: (view, elapsedMs, race) => ({
    race,
    replay: replayAt(view, elapsedMs, race.doubt > 0 || race.drama === "photo"),
    crossing: crossingAt(view, elapsedMs, race),
    sparks: sparksOf(view, elapsedMs),
    cheerS: cheerAt(view, elapsedMs),
    own: whim(view.state.round, 8),
  }),
  build: (kit, view, table) => new RaceExtras(kit, view, table),
};

/** What is added to the race once it is seen. */
export const extras = bothExtras(show, bothExtras(rarity, bothExtras(fans, marshal)));
