import { describe, expect, test } from "vitest";
import * as baccaratExtras from "../../../components/scenes/baccarat/extras.ts";
import { rarity as baccaratRarity } from "../../../components/scenes/baccarat/rarity.ts";
import { scene as baccarat } from "../../../components/scenes/baccarat/scene.ts";
import * as duelExtras from "../../../components/scenes/dragontiger/extras.ts";
import { rarity as duelRarity } from "../../../components/scenes/dragontiger/rarity.ts";
import { scene as dragontiger } from "../../../components/scenes/dragontiger/scene.ts";
import type { Extras } from "../../../components/stage/extras.ts";
import type { Drawing, Play, Scene } from "../../../components/stage/scene.ts";
import { findGame } from "../../../src/games/index.ts";
import { fixtures } from "../../../src/previews/fixtures.ts";
import { phaseLengthMs } from "../../../src/round/phases.ts";
import type { Phase } from "../../../src/round/phases.ts";
import { isSeen, recordingKit } from "./recording-kit.ts";
import { viewOf } from "./states.ts";

type AnyScene = Scene<unknown, unknown>;
type AnyExtras = Extras<unknown, unknown, Drawing<unknown>, unknown>;

const tables = [
  {
    slug: "baccarat",
    scene: baccarat as unknown as AnyScene,
    lights: [baccaratRarity, baccaratExtras.triumph, baccaratExtras.afterglow],
    sides: ["player", "banker"],
  },
  {
    slug: "dragontiger",
    scene: dragontiger as unknown as AnyScene,
    lights: [duelRarity, duelExtras.triumph, duelExtras.afterglow],
    sides: ["dragon", "tiger"],
  },
].map((table) => ({ ...table, lights: table.lights as unknown as readonly AnyExtras[] }));

const ROUND = 7;
const SIZE = { width: 830, height: 375 };
/** Light that changes by more than this between two moments is looked at in between; shorter ones are no time at all. */
const [MOST, LEAST_MS] = [0.06, 1];

/** A table whose lights are read at any moment of a round that ends so. */
function litTable(
  { slug, scene, lights }: (typeof tables)[number],
  outcome: unknown,
  form: Play["form"],
) {
  const game = findGame(slug);
  const lengthOf = (phase: Phase) => (game ? phaseLengthMs(phase, game) : 0);
  const play = (phase: Phase, round: number): Play => {
    const view = viewOf(slug, outcome, phase, round);
    const { result } = viewOf(slug, outcome, "result").state as { result?: string };
    // In the next round a streak is over that this one has broken.
    const lasts = round === ROUND || result === "tie" || result === form?.streak?.side;
    return {
      ...view,
      closesAtMs: lengthOf("betting"),
      revealMs: lengthOf("revealing"),
      resultMs: lengthOf("result"),
      ...(form && lasts ? { form } : {}),
    };
  };
  const { kit, parts } = recordingKit();
  const first = play("revealing", ROUND);
  const drawing = scene.build(kit, first);
  drawing.resize(SIZE);
  const more = lights.map((extras) => {
    const built = extras.build(kit, first, drawing);
    built.resize(SIZE);
    return built;
  });
  return {
    lengthOf,
    parts,
    /** How bright each light is, 0 where it is not seen. */
    at(phase: Phase, ms: number, round = ROUND): number[] {
      const view = play(phase, round);
      const pose = scene.pose(view, ms);
      drawing.show(pose);
      more.forEach((built, i) =>
        built.show(lights[i]?.pose(view, ms, pose, (at) => scene.pose(view, at))),
      );
      return parts
        .filter(({ kind }) => kind === "light")
        .map((part) => (isSeen(part) ? (part.at.alpha ?? 1) : 0));
    },
  };
}

const jump = (one: readonly number[], other: readonly number[]): number =>
  Math.max(...one.map((alpha, i) => Math.abs(alpha - (other[i] ?? 0))));

/** Moments at which a light is cut, in ms. */
function cuts(at: (ms: number) => number[], fromMs: number, untilMs: number): number[] {
  const look = (from: number, one: number[], to: number, other: number[]): number[] => {
    if (jump(one, other) <= MOST) {
      return [];
    }
    if (to - from <= LEAST_MS) {
      return [from];
    }
    const ms = (from + to) / 2;
    const between = at(ms);
    return [...look(from, one, ms, between), ...look(ms, between, to, other)];
  };
  const found: number[] = [];
  let before = at(fromMs);
  for (let ms = fromMs; ms < untilMs; ms += 50) {
    const next = Math.min(untilMs, ms + 50);
    const now = at(next);
    found.push(...look(ms, before, next, now));
    before = now;
  }
  return found;
}

describe.each(tables)("no light of $slug is cut", (table) => {
  const ends = (fixtures[table.slug] ?? []).flatMap(({ title, outcome }) =>
    [undefined, ...table.sides].map((side) => ({
      title: side === undefined ? title : `${title}, in a streak of ${side}`,
      outcome,
      form: side === undefined ? undefined : { streak: { side, length: 6 }, sides: {} },
    })),
  );

  test.each(ends)("$title", ({ outcome, form }) => {
    const { at, lengthOf } = litTable(table, outcome, form);
    const ofPhase = (phase: Phase, fromMs = 0) =>
      cuts((ms) => at(phase, ms), fromMs, lengthOf(phase));
    const revealed = lengthOf("revealing");
    expect({
      revealing: ofPhase("revealing", revealed - 3_000),
      result: ofPhase("result"),
      waiting: ofPhase("waiting"),
    }).toEqual({ revealing: [], result: [], waiting: [] });
    const borders = [
      [at("revealing", revealed), at("result", 0)],
      [at("result", lengthOf("result")), at("waiting", 0)],
      [at("waiting", lengthOf("waiting")), at("betting", 0, ROUND + 1)],
    ] as const;
    expect(borders.map(([one, other]) => jump(one, other) <= MOST)).toEqual([true, true, true]);
  });
});

/** A light that is smaller than this, in CSS pixels, is a spark or dust. */
const WIDE_PX = 300;

describe.each(tables)("in a tie of $slug", (table) => {
  const ties = (fixtures[table.slug] ?? []).filter(({ title }) => /tie/i.test(title));

  // The cause: the light breathed from one side to the other, and half of the time one of them was dark.
  test.each(ties)("both sides are lit alike at every moment: $title", ({ outcome }) => {
    const { at, lengthOf, parts } = litTable(table, outcome, undefined);
    /** How bright lights are that face each other across the middle of the table, by how far they are from it. */
    const facing = () => {
      const found = new Map<number, { left: number[]; right: number[] }>();
      for (const {
        kind,
        at: { x, scale = 1, alpha = 1 },
        size,
      } of parts) {
        const wide = size.width * (typeof scale === "number" ? scale : (scale[0] ?? 1));
        const off = x - SIZE.width / 2;
        if (kind === "light" && wide > WIDE_PX && Math.abs(off) > 1) {
          const pair = found.get(Math.round(Math.abs(off))) ?? { left: [], right: [] };
          pair[off < 0 ? "left" : "right"].push(alpha);
          found.set(Math.round(Math.abs(off)), pair);
        }
      }
      // The lamp and the pool of its light wander by themselves.
      return [...found.values()].filter(({ left, right }) => left.length === right.length);
    };
    const sum = (lights: readonly number[]) => lights.reduce((all, alpha) => all + alpha, 0);
    let brightest = 0;
    for (const phase of ["result", "waiting"] as const) {
      for (let ms = 0; ms <= lengthOf(phase); ms += 50) {
        at(phase, ms);
        for (const { left, right } of facing()) {
          expect(Math.abs(sum(left) - sum(right)), `at ${ms} ms of ${phase}`).toBeLessThan(MOST);
          brightest = Math.max(brightest, sum(left));
        }
      }
    }
    expect(brightest).toBeGreaterThan(1);
  });
});
