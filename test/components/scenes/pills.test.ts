import { describe, expect, test } from "vitest";
import { rarity as coupRarity } from "../../../components/scenes/baccarat/rarity.ts";
import { scene as baccarat } from "../../../components/scenes/baccarat/scene.ts";
import { rarity as duelRarity } from "../../../components/scenes/dragontiger/rarity.ts";
import { scene as dragontiger } from "../../../components/scenes/dragontiger/scene.ts";
import type { Extras } from "../../../components/stage/extras.ts";
import { CARD_RATIO, clearHeight } from "../../../components/stage/measures.ts";
import type { Drawing, Play, Scene, Size } from "../../../components/stage/scene.ts";
import { fixtures } from "../../../src/previews/fixtures.ts";
import { isSeen, overlap, recordingKit, textBox } from "./recording-kit.ts";
import type { Recorded } from "./recording-kit.ts";
import { viewOf } from "./states.ts";

/* The cause: the plate of a streak lay over the foot of the winner's cards, and rare words over their corners. */

type Box = Size & { x: number; y: number };
const tables = [
  { slug: "baccarat", scene: baccarat, rarity: coupRarity, sides: ["player", "banker"] },
  { slug: "dragontiger", scene: dragontiger, rarity: duelRarity, sides: ["dragon", "tiger"] },
].map((table) => ({
  ...table,
  scene: table.scene as unknown as Scene<unknown, unknown>,
  rarity: table.rarity as unknown as Extras<unknown, unknown, Drawing<unknown>, unknown>,
}));

/** The box of the picture in tables of 830x553, 390x260, 390x700, 320x213, 1280x720, 1920x1080 and some in between. */
const SIZES = [
  [830, 375],
  [390, 180],
  [390, 380],
  [320, 137],
  [1_280, 480],
  [1_920, 800],
  [640, 260],
  [600, 480],
  [300, 420],
].map(([width = 0, height = 0]) => ({ width, height }));

const PILL = /IN A ROW|PAIR|NATURAL|BY ONE|SIX-CARD|COMEBACK/;

/** A pill around its word (`WordPill`). */
function pillBox(word: Recorded): Box {
  const { x, y, width } = textBox(word);
  const sizePx = word.textLook?.sizePx ?? 0;
  return { x, y, width: width + sizePx * 1.7 + 8, height: sizePx * 1.75 + 6 };
}

function cardBox({ at: { x, y, angle = 0 }, fitPx }: Recorded): Box {
  const isAcross = Math.abs(Math.sin(angle)) > 0.7;
  const [across, down] = isAcross ? [CARD_RATIO, 1] : [1, CARD_RATIO];
  return { x, y, width: fitPx * across, height: fitPx * down };
}

/** The left upper index of a card. */
function indexBox({ at: { x, y }, fitPx }: Recorded): Box {
  return { x: x - 0.375 * fitPx, y: y - 0.4 * fitPx, width: 0.19 * fitPx, height: 0.46 * fitPx };
}

describe.each(tables)("the words in gold of $slug", ({ slug, scene, rarity, sides }) => {
  const ends = (fixtures[slug] ?? []).flatMap(({ outcome }) =>
    sides.map((side) => ({ outcome, form: { streak: { side, length: 5 }, sides: {} } })),
  );

  /** Whether the winner has a streak. */
  const streakOf = ({ outcome, form }: (typeof ends)[number]) =>
    (viewOf(slug, outcome, "result").state as { result?: string }).result === form.streak.side;

  /** All that is written and lies there once a result has been celebrated. */
  function drawn(size: Size, { outcome, form }: (typeof ends)[number]): readonly Recorded[] {
    const view: Play = { ...viewOf(slug, outcome, "result"), form };
    const { kit, parts } = recordingKit();
    const drawing = scene.build(kit, view);
    const more = rarity.build(kit, view, drawing);
    drawing.resize(size);
    more.resize(size);
    const pose = scene.pose(view, 2_900);
    drawing.show(pose);
    more.show(rarity.pose(view, 2_900, pose, (ms) => scene.pose(view, ms)));
    return parts.filter(isSeen);
  }

  test.each(SIZES)("cover no card, no name and no banner, in $width x $height", (size) => {
    // Taller or lower than usual.
    const isNarrow = size.height > size.width * 0.74 || size.height < 150;
    const clear = clearHeight(size.height);
    const found = new Set<string>();
    let seen = 0;
    for (const end of ends) {
      const parts = drawn(size, end);
      const words = parts.filter(({ kind, text }) => kind === "label" && text !== "");
      const cards = parts.filter(({ kind, card }) => kind === "card" && card?.card);
      for (const pill of words.filter(({ text }) => PILL.test(text))) {
        const box = pillBox(pill);
        seen += 1;
        // There a pair is said on the upper edge of its card, where nothing is read.
        const lying = pill.text === "PAIR" && isNarrow ? cards.map(indexBox) : cards.map(cardBox);
        if (lying.some((card) => overlap(box, card))) {
          found.add(`${pill.text} over a card`);
        }
        for (const word of words) {
          // A rare word stands in the place of the tie, and over all of its name; of a winner beside its total,
          // unless another word does.
          const isWorded = streakOf(end) || words.some(({ text }) => text === "PAIR");
          const isAside = size.height <= size.width * 0.74 && !isWorded;
          const isInstead =
            word.text === "TIE" && (isAside ? /SIX-CARD/ : /SIX-CARD|COMEBACK/).test(pill.text);
          const { width, height } = textBox(word);
          const isWhole = width < box.width && height < box.height;
          if (word !== pill && overlap(box, textBox(word)) && !(isInstead && isWhole)) {
            found.add(`${pill.text} over ${word.text}`);
          }
        }
        if (box.y + box.height / 2 > clear + 1) {
          found.add(`${pill.text} under the banner`);
        }
      }
    }
    expect([...found]).toEqual([]);
    // On cards as small as in the lowest boxes nothing is said of streaks.
    expect(seen > 0 || size.height < 200).toBe(true);
  });
});
