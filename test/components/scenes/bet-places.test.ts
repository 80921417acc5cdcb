import { describe, expect, test } from "vitest";
import type { BetsModule } from "../../../components/bets/load-bets.ts";
import { NAME_WIDE, twoHandsLayout } from "../../../components/scenes/baccarat/layout.ts";
import { duelLayout } from "../../../components/scenes/dragontiger/layout.ts";
import { takenAt } from "../../../components/stage/bets/place.ts";
import type { BetPlace, WordPlace } from "../../../components/stage/bets/place.ts";
import { DARK_PILL } from "../../../components/stage/bets/told-pill.ts";
import type { Spot } from "../../../components/stage/cards/dealing.ts";
import { CARD_RATIO, COUNT_RING, isCountedOn } from "../../../components/stage/measures.ts";
import { mix } from "../../../components/stage/paint/colour.ts";
import type { Size } from "../../../components/stage/scene.ts";
import { games as marketGames } from "../../../src/kit/settle/games.ts";
import { nameOfSpot } from "../../../src/table/bets.ts";
import { BOXES } from "./boxes.ts";
import { overlap } from "./recording-kit.ts";

const modules = import.meta.glob<BetsModule>("../../../components/scenes/*/bets.ts", {
  eager: true,
});
/** The boxes of the usual tables, and of 1920x1080 and 300x600. */
const SIZES = [...BOXES, { width: 1920, height: 800 }, { width: 300, height: 420 }];

const chipsOf = ({ total, own, chipPx }: BetPlace) =>
  [total, own].map((at) => ({ ...at, width: chipPx, height: chipPx * 0.8 }));

/** In narrow boxes the cards stand closer to each other than a chip is wide: they pass over the edge. */
const WIDE = 0.5;

/** The boxes of all cards that may lie on a table of a size. */
function cardsIn(size: Size) {
  const [duel, coup] = [duelLayout(size), twoHandsLayout(size)];
  const boxOf = ({ x, y, angle }: Spot, px: number) => {
    const [width, height] = angle === 0 ? [px, px * CARD_RATIO] : [px * CARD_RATIO, px];
    return { x, y, px, width, height };
  };
  return {
    dragontiger: [duel.left, duel.right].map((spot) => boxOf(spot, duel.cardWidth)),
    baccarat: [coup.left, coup.right].flatMap(({ spots }) =>
      spots.map((spot) => boxOf(spot, coup.cardWidth)),
    ),
  };
}

describe.each(marketGames.map((game) => [game.slug, game] as const))(
  "the spots of %s",
  (slug, game) => {
    const placesIn = modules[`../../../components/scenes/${slug}/bets.ts`]?.placesIn;

    test("are markets that bets can be settled of, each once and the same in every box", () => {
      const names = SIZES.map((size) => (placesIn?.(size) ?? []).map(nameOfSpot));
      expect(new Set(names.map(String)).size).toBe(1);
      expect(names[0]?.length).toBeGreaterThanOrEqual(3);
      expect(new Set(names[0]).size).toBe(names[0]?.length);
      for (const { market, teams } of placesIn?.(SIZES[0] ?? { width: 1, height: 1 }) ?? []) {
        expect(game.markets.find(({ id }) => id === market)?.teams).toBe(teams.length);
        expect(teams.every((team) => game.teams.includes(team))).toBe(true);
      }
    });

    test.each(SIZES)("lie in a box of $width x $height, apart from one another", (size) => {
      const places = placesIn?.(size) ?? [];
      for (const place of places) {
        for (const { x, y } of [place.total, place.own]) {
          expect(x).toBeGreaterThan(place.chipPx * 0.4);
          expect(x).toBeLessThan(size.width - place.chipPx * 0.4);
          expect(y).toBeLessThan(size.height - place.chipPx * 0.3);
        }
        expect(place.box.width).toBeGreaterThanOrEqual(24);
        // Before a lettered band they lie one a little before the other.
        const apart = Math.hypot(place.total.x - place.own.x, place.total.y - place.own.y);
        expect(apart).toBeGreaterThan(place.chipPx * 0.75);
      }
      const chips = places.flatMap((place) =>
        chipsOf(place).map((box) => ({ ...box, spot: nameOfSpot(place) })),
      );
      const touching = chips.flatMap((one) =>
        chips.filter((other) => other.spot !== one.spot && overlap(one, other)),
      );
      expect(touching).toEqual([]);
    });
  },
);

test.each(SIZES)(
  "chips that are lost get to the dealer around all cards, in $width x $height",
  (size) => {
    for (const [slug, lying] of Object.entries(cardsIn(size))) {
      const places = modules[`../../../components/scenes/${slug}/bets.ts`]?.placesIn(size) ?? [];
      for (const place of places) {
        const { total, own, chipPx, ways } = place;
        for (const from of [total, own]) {
          for (const way of ways ? [ways.left, ways.right] : []) {
            const start = takenAt(from, place, way, 0);
            expect(Math.hypot(start.x - from.x, start.y - from.y)).toBeLessThan(1e-6);
            const end = takenAt(from, place, way, 1);
            expect(end.y).toBeLessThan(Math.min(...lying.map(({ y, px }) => y - px * 0.5)));
            for (let share = 0; share < 1; share += 0.02) {
              const at = takenAt(from, place, way, share);
              const covered = lying.filter((card) =>
                overlap({ ...at, width: chipPx * WIDE, height: 1 }, card),
              );
              expect(covered).toEqual([]);
            }
          }
        }
        expect(ways).toBeDefined();
      }
    }
  },
);

/** The boxes of the words of a table of cards at a result: its names, totals and the place of the tie. */
function wordsIn(size: Size) {
  const [duel, coup] = [duelLayout(size), twoHandsLayout(size)];
  const named = (at: { x: number; y: number }, px: number) => ({
    x: at.x,
    y: at.y,
    width: px * NAME_WIDE,
    height: px * 1.1,
  });
  const { typePx, typeY, left, right, tieY } = duel;
  const hands = [coup.left, coup.right];
  return {
    dragontiger: [
      ...[left, right].map(({ x }) => named({ x, y: typeY }, typePx)),
      { x: size.width / 2, y: tieY, width: typePx * 2.4, height: typePx * 1.1 },
    ],
    baccarat: [
      ...hands.map(({ name }) => named(name, coup.typePx)),
      ...hands.map(({ total }) => ({ ...total, width: coup.badgePx, height: coup.badgePx })),
      { ...coup.tie, width: coup.typePx * 2.4, height: coup.typePx * 1.1 },
    ],
  };
}

test.each(SIZES)(
  "what a player gets, or has lost, lies on no card and no word, in $width x $height",
  (size) => {
    for (const [slug, lying] of Object.entries(cardsIn(size))) {
      const words = wordsIn(size)[slug as "baccarat" | "dragontiger"];
      const places = modules[`../../../components/scenes/${slug}/bets.ts`]?.placesIn(size) ?? [];
      expect(places.length).toBe(3);
      const wins = places.map(({ win, winPx, winWidthPx }) => ({
        ...win,
        // "+1,000" at the most of its height, drawn smaller where that is too wide.
        width: Math.min(winWidthPx, winPx * 5.8 + 8),
        height: Math.min(winPx * 1.75 + 6, (winWidthPx / 5.8) * 1.75 + 6),
      }));
      const losses = places.map(({ lost }) => lostBox(lost));
      for (const [i, box] of [...wins, ...losses].entries()) {
        // A lost stake on a tie is told where that has its name, the last of the words.
        const isLostTie = i === wins.length + 1;
        const read = [...lying, ...(isLostTie ? words.slice(0, -1) : words)];
        expect([slug, read.filter((other) => overlap(box, other))]).toEqual([slug, []]);
        expect(box.y - box.height / 2).toBeGreaterThanOrEqual(0);
      }
      // One stake may be lost where another is paid.
      for (const [i, loss] of losses.entries()) {
        const others = wins.filter((_, other) => other !== i);
        expect([slug, others.filter((win) => overlap(loss, win))]).toEqual([slug, []]);
      }
    }
  },
);

/** Tables in which several amounts are told in one line, whoever has won. */
const LINED = ["dragontiger 830", "dragontiger 1280", "dragontiger 1920", "baccarat 1920"];

test.each([...SIZES, { width: 1280, height: 480 }])(
  "several amounts are told in one line that lies on no card, word or chip, in $width x $height",
  (size) => {
    for (const [slug, lying] of Object.entries(cardsIn(size))) {
      const words = wordsIn(size)[slug as "baccarat" | "dragontiger"];
      const places = modules[`../../../components/scenes/${slug}/bets.ts`]?.placesIn(size) ?? [];
      const chips = places.flatMap(chipsOf);
      const lines = places.flatMap(({ line }) => (line ? [line] : []));
      for (const { x, y, px, widthPx } of lines) {
        const box = { x, y, width: widthPx, height: px * 1.75 + 6 };
        const covered = [...lying, ...words, ...chips].filter((other) => overlap(box, other));
        expect([slug, covered]).toEqual([slug, []]);
        expect(px).toBeGreaterThan(10);
        expect(Math.abs(x - size.width / 2) + widthPx / 2).toBeLessThanOrEqual(size.width / 2);
      }
      expect(lines.length).toBeGreaterThanOrEqual(LINED.includes(`${slug} ${size.width}`) ? 3 : 0);
      // In a wide one of Dragon Tiger in the same place, whoever has won.
      const at = new Set(lines.map(({ x, y }) => `${x} ${y}`));
      expect(slug === "dragontiger" && size.width >= 830 ? at.size : 1).toBe(1);
    }
  },
);

/** The pill of what is lost. */
const lostBox = ({ x, y, px, widthPx }: BetPlace["lost"]) => ({
  x,
  y,
  width: widthPx,
  height: px * 1.5,
});

/** The corners of the lowest box have no room for 12 px, and a stake beside a card has a lane of 60 px. */
const READ_PX = { low: 9, aside: 11, usual: 12 } as const;

test.each([...BOXES, { width: 300, height: 420 }, { width: 1280, height: 480 }])(
  "what is lost is told where its chips lay, and can be read, in $width x $height",
  (size) => {
    for (const slug of ["baccarat", "dragontiger"]) {
      const places = modules[`../../../components/scenes/${slug}/bets.ts`]?.placesIn(size) ?? [];
      const isAside = slug === "dragontiger" && size.width === 390;
      const sidePx = size.height < 140 ? READ_PX.low : isAside ? READ_PX.aside : READ_PX.usual;
      for (const { market, total, own, lost } of places) {
        const leastPx = market === "tie" ? READ_PX.usual : sidePx;
        expect([slug, market, lost.px >= leastPx]).toEqual([slug, market, true]);
        // Never further than half of itself, and two lines: the tray is further.
        const middle = { x: (total.x + own.x) / 2, y: (total.y + own.y) / 2 };
        const far = Math.min(
          ...[own, middle].map(({ x, y }) => Math.hypot(lost.x - x, lost.y - y)),
        );
        expect(far).toBeLessThan(lost.widthPx / 2 + 2 * lost.px);
      }
    }
  },
);

test("what is lost is written in letters that stand out by 4.5 to 1 on any table", () => {
  const luminance = (hex: string) =>
    [1, 3, 5]
      .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
      .map((value) => (value <= 0.040_45 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
      .reduce((sum, value, i) => sum + value * ([0.2126, 0.7152, 0.0722][i] ?? 0), 0);
  // The pill lets some of what is beneath it through: of white at the most.
  const ground = luminance(mix(DARK_PILL.colour, "#ffffff", 1 - DARK_PILL.alpha));
  expect((luminance(DARK_PILL.ink) + 0.05) / (ground + 0.05)).toBeGreaterThan(4.5);
});

/** Boxes in which a side of Baccarat has no room beside its chips: third cards, totals and the banner lie around them. */
const CROWDED = [380, 137];

test.each([...BOXES, { width: 1280, height: 480 }])(
  "what a side is paid is said beside its chips, and can be read, in $width x $height",
  (size) => {
    const types = {
      dragontiger: duelLayout(size).typePx,
      baccarat: twoHandsLayout(size).typePx,
    };
    for (const [slug, typePx] of Object.entries(types)) {
      const places = modules[`../../../components/scenes/${slug}/bets.ts`]?.placesIn(size) ?? [];
      const isCrowded = slug === "baccarat" && CROWDED.includes(size.height);
      const besides = places.filter(({ market }) => market !== "tie" && !isCrowded);
      for (const { own, win, winPx, chipPx } of besides) {
        // As far as half of its own width, and a chip.
        const near = (winPx * 4.4 + 8) / 2 + 2 * chipPx;
        expect(Math.hypot(win.x - own.x, win.y - own.y)).toBeLessThan(near);
        expect(winPx).toBeGreaterThanOrEqual(8);
      }
      for (const { winPx } of places) {
        expect(winPx).toBeGreaterThanOrEqual(size.width > 500 ? 0.9 * typePx : 7);
      }
    }
  },
);

test.each(SIZES)("no chip of a card table lies on a card, in $width x $height", (size) => {
  for (const [slug, lying] of Object.entries(cardsIn(size))) {
    const places = modules[`../../../components/scenes/${slug}/bets.ts`]?.placesIn(size) ?? [];
    const covering = places.flatMap((place) =>
      chipsOf(place).filter((chip) => lying.some((card) => overlap(chip, card))),
    );
    expect(covering).toEqual([]);
  }
});

/** As wide as words beside chips are, in heights of their type: "100%", and what a player has bet. */
const WORD_WIDE = 2.4;

function wordBox({ typePx }: BetPlace, { x, y, anchor }: WordPlace) {
  const width = typePx * WORD_WIDE;
  const aside = { left: width / 2, middle: 0, right: -width / 2 }[anchor];
  return { x: x + aside, y, width, height: typePx };
}

test.each(SIZES)("no share or stake is read beneath a card, in $width x $height", (size) => {
  for (const [slug, lying] of Object.entries(cardsIn(size))) {
    const places = modules[`../../../components/scenes/${slug}/bets.ts`]?.placesIn(size) ?? [];
    const covered = places.flatMap((place) => {
      const { share, stake } = place;
      return [share, stake]
        .flatMap((word) => (word ? [wordBox(place, word)] : []))
        .filter((word) => lying.some((card) => overlap(word, card)))
        .map((word) => [slug, place.market, word]);
    });
    expect(covered).toEqual([]);
  }
});

// The cause: in low boxes of Dragon Tiger chips lay on bare cloth.
test.each([...SIZES, { width: 640, height: 200 }])(
  "chips of Dragon Tiger lie on the band, or in a socket of their own beside the cards, in $width x $height",
  (size) => {
    const { bets } = duelLayout(size);
    const places = modules["../../../components/scenes/dragontiger/bets.ts"]?.placesIn(size) ?? [];
    const sides = places.filter(({ market }) => market !== "tie");
    expect(sides).toHaveLength(2);
    for (const place of sides) {
      const { socket, own, total, chipPx } = place;
      expect(socket === undefined).toBe(bets !== null);
      const around = socket ?? { x: own.x, y: own.y, width: 1e6, height: 1e6 };
      for (const { x, y } of [own, total]) {
        expect(Math.abs(x - around.x) + chipPx / 2).toBeLessThanOrEqual(around.width / 2);
        expect(Math.abs(y - around.y) + chipPx * 0.4).toBeLessThanOrEqual(around.height / 2);
      }
      const covered = cardsIn(size).dragontiger.filter((card) => socket && overlap(socket, card));
      expect(covered).toEqual([]);
      expect(socket ? socket.y + socket.height / 2 : 0).toBeLessThan(size.height);
      expect(socket ? socket.x - socket.width / 2 : 1).toBeGreaterThan(0);
    }
  },
);

const COUNTED = [
  { width: 830, height: 375 },
  { width: 640, height: 260 },
  { width: 700, height: 600 },
  { width: 1280, height: 480 },
  { width: 1200, height: 150 },
  { width: 1920, height: 800 },
];

test.each(COUNTED)("the last seconds are counted beside all bets, in $width x $height", (size) => {
  expect(isCountedOn(size)).toBe(true);
  const [duel, coup] = [duelLayout(size), twoHandsLayout(size)];
  const tieBoxes = {
    dragontiger: { x: size.width / 2, y: duel.tieY, ...duel.lozenge },
    baccarat: { ...coup.tie, ...coup.tieBox },
  };
  for (const [slug, { count }] of Object.entries({ dragontiger: duel, baccarat: coup })) {
    const places = modules[`../../../components/scenes/${slug}/bets.ts`]?.placesIn(size) ?? [];
    const ring = { ...count, width: count.px * COUNT_RING, height: count.px * COUNT_RING };
    const lying = places.flatMap((place) => [
      ...chipsOf(place),
      ...[place.share, place.stake].flatMap((word) => (word ? [wordBox(place, word)] : [])),
    ]);
    const words = slug === "baccarat" ? [coup.left.name, coup.right.name] : [];
    const type = coup.typePx;
    const named = words.map((at) => ({ ...at, width: type * NAME_WIDE, height: type }));
    const tie = tieBoxes[slug as keyof typeof tieBoxes];
    expect(count.px).toBeGreaterThan(16);
    expect([...lying, ...named, tie].filter((box) => overlap(ring, box))).toEqual([]);
  }
});

// The cause: in a tall box "4%" stood between the names of both sides.
test.each(SIZES)("no share or stake is read beside or over a name, in $width x $height", (size) => {
  for (const [slug, words] of Object.entries(wordsIn(size))) {
    const places = modules[`../../../components/scenes/${slug}/bets.ts`]?.placesIn(size) ?? [];
    // The names of the sides: what is on their line between them reads as one with them.
    const [left, right] = words as [(typeof words)[number], (typeof words)[number]];
    const line = { x: size.width / 2, y: left.y, width: right.x - left.x, height: left.height };
    const read = places.flatMap((place) =>
      [place.share, place.stake].flatMap((word) => (word ? [wordBox(place, word)] : [])),
    );
    expect([slug, read.filter((word) => overlap(word, line))]).toEqual([slug, []]);
  }
});
