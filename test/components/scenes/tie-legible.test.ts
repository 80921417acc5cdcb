/* The cause: the place of the tie went out, or its name was bleached, in the light of the tie itself. */
import { expect, test } from "vitest";
import * as coup from "../../../components/scenes/baccarat/extras.ts";
import { scene as baccarat } from "../../../components/scenes/baccarat/scene.ts";
import * as duel from "../../../components/scenes/dragontiger/extras.ts";
import { scene as dragontiger } from "../../../components/scenes/dragontiger/scene.ts";
import type { Extras } from "../../../components/stage/extras.ts";
import type { Drawing, Play, Scene } from "../../../components/stage/scene.ts";
import { fixtures } from "../../../src/previews/fixtures.ts";
import { BOXES } from "./boxes.ts";
import { isSeen, textBox } from "./recording-kit.ts";
import { viewOf } from "./states.ts";
import { treeKit } from "./tree-kit.ts";

type AnyExtras = Extras<unknown, unknown, Drawing<unknown>, unknown>;

const tables = [
  {
    slug: "baccarat",
    title: "Tie on six",
    scene: baccarat,
    lights: [coup.triumph, coup.afterglow],
  },
  { slug: "dragontiger", title: "Tie", scene: dragontiger, lights: [duel.triumph, duel.afterglow] },
].flatMap((table) =>
  BOXES.map((size) => ({ ...table, size, box: `${size.width} x ${size.height}` })),
);

test.each(tables)(
  "a tie of $slug lights up behind its place and name, in $box",
  ({ slug, title, scene: any, lights, size }) => {
    const scene = any as unknown as Scene<unknown, unknown>;
    const outcome = fixtures[slug]?.find((one) => one.title === title)?.outcome;
    const view: Play = { ...viewOf(slug, outcome, "result"), resultMs: 4_000 };
    const { kit, drawn } = treeKit();
    const table = scene.build(kit, view);
    const extras = (lights as unknown as AnyExtras[]).map((one) => ({
      one,
      part: one.build(kit, view, table),
    }));
    for (const part of [table, ...extras.map(({ part }) => part)]) {
      part.resize(size);
    }
    for (let ms = 600; ms <= 4_000; ms += 200) {
      const pose = scene.pose(view, ms);
      table.show(pose);
      for (const { one, part } of extras) {
        part.show(one.pose(view, ms, pose, (at) => scene.pose(view, at)));
      }
      const order = drawn((table as Drawing<unknown> & { root: never }).root);
      const name = order.findLast(({ text }) => text === "TIE");
      expect(name?.at.alpha, `at ${ms} ms`).toBe(1);
      const word = textBox(name as NonNullable<typeof name>);
      const isOver = ({ at, size: { width, height } }: (typeof order)[number]) => {
        const [wide = 1, high = 1] = [at.scale ?? 1].flat();
        return (
          Math.abs(at.x - word.x) < (Math.abs(wide) * width) / 2 &&
          Math.abs(at.y - word.y) < (Math.abs(high) * height) / 2
        );
      };
      const ground = order.findLastIndex(
        (part) =>
          part.kind === "picture" && part.at.alpha === 1 && isOver(part) && part.at.x === word.x,
      );
      const above = order.slice(ground).filter((part) => part.kind === "light" && isSeen(part));
      expect(ground).toBeGreaterThan(-1);
      expect(order.indexOf(name as never)).toBeGreaterThan(ground);
      expect(above.filter(isOver), `at ${ms} ms`).toEqual([]);
    }
  },
);
