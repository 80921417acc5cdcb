import { describe, expect, test } from "vitest";
import type { BetsModule } from "../../../components/bets/load-bets.ts";
import { twoHandsLayout } from "../../../components/scenes/baccarat/layout.ts";
import { scene as baccarat } from "../../../components/scenes/baccarat/scene.ts";
import { scene as bigsixball } from "../../../components/scenes/bigsixball/scene.ts";
import { duelLayout } from "../../../components/scenes/dragontiger/layout.ts";
import { scene as dragontiger } from "../../../components/scenes/dragontiger/scene.ts";
import { MOST_CHIPS, PAID_CHIPS, pileHigh } from "../../../components/stage/bets/place.ts";
import type { BetPlace, WordPlace } from "../../../components/stage/bets/place.ts";
import { CHIP_RATIO } from "../../../components/stage/cards/paint/measures.ts";
import { CARD_RATIO } from "../../../components/stage/measures.ts";
import type { Scene, Size } from "../../../components/stage/scene.ts";
import { fixtures } from "../../../src/previews/fixtures.ts";
import { nameOfSpot } from "../../../src/table/bets.ts";
import { BOXES } from "./boxes.ts";
import { isSeen, overlap, recordingKit, textBox } from "./recording-kit.ts";
import { viewOf } from "./states.ts";

type Box = Size & { x: number; y: number };
const modules = import.meta.glob<BetsModule>("../../../components/scenes/*/bets.ts", {
  eager: true,
});
const scenes = { baccarat, bigsixball, dragontiger } as unknown as Record<
  string,
  Scene<unknown, unknown>
>;
/** The boxes of the usual tables, and of 1920x1080. */
const SIZES = [...BOXES, { width: 1920, height: 800 }];

/** A pile of so many chips. */
function pileOf(place: BetPlace, { x, y }: { x: number; y: number }, chips: number): Box {
  const { chipPx } = place;
  const high = pileHigh(place, chips);
  return { x, y: y + (chipPx * CHIP_RATIO) / 2 - high / 2, width: chipPx, height: high };
}

/** Words beside it, of so many signs. */
function wordsOf({ x, y, anchor }: WordPlace, typePx: number, signs: number): Box {
  const width = signs * typePx * 0.62;
  const off = anchor === "left" ? width / 2 : anchor === "right" ? -width / 2 : 0;
  return { x: x + off, y, width, height: typePx };
}

/** The places of cards, in which some lie. */
function cardsIn(slug: string, size: Size): Box[] {
  const card =
    (px: number) =>
    ({ x, y, angle }: { x: number; y: number; angle: number }) => {
      const [width, height] = angle === 0 ? [px, px * CARD_RATIO] : [px * CARD_RATIO, px];
      return { x, y, width, height };
    };
  if (slug === "dragontiger") {
    const { left, right, cardWidth } = duelLayout(size);
    return [left, right].map(card(cardWidth));
  }
  if (slug === "baccarat") {
    const { left, right, cardWidth } = twoHandsLayout(size);
    return [...left.spots, ...right.spots].map(card(cardWidth));
  }
  return [];
}

describe.each(Object.entries(scenes))("piles of bets on %s", (slug, scene) => {
  const places = (size: Size) =>
    modules[`../../../components/scenes/${slug}/bets.ts`]?.placesIn(size) ?? [];
  const labels = (size: Size) => {
    const view = viewOf(slug, fixtures[slug]?.[0]?.outcome, "betting");
    const { kit, parts } = recordingKit();
    const drawing = scene.build(kit, view);
    drawing.resize(size);
    drawing.show(scene.pose(view, 3_000));
    return parts
      .filter((part) => part.kind === "label" && part.text !== "" && isSeen(part))
      .map((part) => ({ ...textBox(part), what: part.text }));
  };

  test.each(SIZES)(
    "as high as they get cover no name, no percentage and no card, in $width x $height",
    (size) => {
      const laid = places(size);
      const words = laid.flatMap((place) => [
        { ...wordsOf(place.share, place.typePx, 3), what: `share of ${nameOfSpot(place)}` },
        ...(place.stake
          ? [{ ...wordsOf(place.stake, place.typePx, 3), what: `stake on ${nameOfSpot(place)}` }]
          : []),
      ]);
      const lying = cardsIn(slug, size).map((box, i) => ({ ...box, what: `card ${i}` }));
      const bet = [...labels(size), ...words, ...lying];
      // Nobody looks at the gates of a race any more, and shares and stakes are gone by then.
      const paid = slug === "bigsixball" ? [] : [...labels(size), ...lying];
      const covered = laid.flatMap((place) =>
        [
          { pile: "total", box: pileOf(place, place.total, MOST_CHIPS), around: bet },
          { pile: "own", box: pileOf(place, place.own, MOST_CHIPS), around: bet },
          { pile: "paid", box: pileOf(place, place.own, MOST_CHIPS + PAID_CHIPS), around: paid },
        ].flatMap(({ pile, box, around }) =>
          around
            .filter((other) => overlap(box, other))
            .map(({ what }) => `${pile} of ${nameOfSpot(place)} over ${what}`),
        ),
      );
      expect(covered).toEqual([]);
    },
  );

  test.each(SIZES)(
    "have shares and stakes beside them that cover no other word, in $width x $height",
    (size) => {
      const words = places(size).flatMap(({ share, stake, typePx, market, teams }) => [
        { ...wordsOf(share, typePx, 3), what: `share of ${market} ${teams[0]}` },
        ...(stake
          ? [{ ...wordsOf(stake, typePx, 3), what: `stake on ${market} ${teams[0]}` }]
          : []),
      ]);
      const all = [...words, ...labels(size)];
      const covered = words.flatMap((one, i) =>
        all
          .slice(i + 1)
          .filter((other) => overlap(one, other))
          .map(({ what }) => `${one.what} and ${what}`),
      );
      expect(covered).toEqual([]);
    },
  );

  test.each(SIZES)("stand within what is pressed for them, in $width x $height", (size) => {
    const outside = places(size).flatMap((place) =>
      [pileOf(place, place.total, MOST_CHIPS), pileOf(place, place.own, MOST_CHIPS)].flatMap(
        (pile) => {
          const { box } = place;
          const off = {
            left: box.x - box.width / 2 - (pile.x - pile.width / 2),
            right: pile.x + pile.width / 2 - (box.x + box.width / 2),
            top: box.y - box.height / 2 - (pile.y - pile.height / 2),
            foot: pile.y + pile.height / 2 - (box.y + box.height / 2),
          };
          return Object.entries(off)
            .filter(([, px]) => px > 1)
            .map(([side, px]) => `${nameOfSpot(place)} ${side} ${px.toFixed(1)}`);
        },
      ),
    );
    expect(outside).toEqual([]);
  });
});
