import { describe, expect, test } from "vitest";
import { extras as betsExtras } from "../../../../components/scenes/bigsixball/bets.ts";
import { extras } from "../../../../components/scenes/bigsixball/extras.ts";
import { scene } from "../../../../components/scenes/bigsixball/scene.ts";
import type { RaceTable } from "../../../../components/scenes/bigsixball/table.ts";
import { PODIUM_MS, podiumMs } from "../../../../components/scenes/bigsixball/times.ts";
import type { BetsShown, Pile } from "../../../../components/stage/bets/shown.ts";
import type { Play } from "../../../../components/stage/scene.ts";
import { TEAMS } from "../../../../src/games/bigsixball/game.ts";
import type { BigSixBallOutcome } from "../../../../src/games/bigsixball/game.ts";
import type { BetsWords } from "../../../../src/i18n/bets-words.ts";
import { fixtures } from "../../../../src/previews/fixtures.ts";
import { isSeen, overlap, recordingKit, textBox } from "../recording-kit.ts";
import type { Recorded } from "../recording-kit.ts";
import { viewOf } from "../states.ts";

const SIZES = [
  { width: 830, height: 440 },
  { width: 390, height: 180 },
  { width: 320, height: 137 },
  { width: 390, height: 380 },
  { width: 390, height: 440 },
  { width: 300, height: 420 },
  { width: 300, height: 310 },
  { width: 1_200, height: 190 },
];

const allWords = import.meta.glob<BetsWords>("../../../../src/i18n/*/bets.ts", {
  eager: true,
  import: "words",
});

const pile: Pile = { chips: 4, before: 4, sinceMs: 0 };
/** The player has won on every team: one of them did. */
const bets: BetsShown = {
  settledMs: 2_500,
  spots: TEAMS.map((team) => ({
    name: `winner ${team}`,
    total: pile,
    own: pile,
    share: "16%",
    stake: "20",
    told: ["+100"],
    isPaid: true,
    isGain: true,
    hasWon: true,
  })),
};

/** A race with all that is added to it, as it stands a time into `result`. */
function drawn(
  outcome: BigSixBallOutcome,
  size: { width: number; height: number },
  ms: number,
  told = bets,
) {
  const view: Play<BigSixBallOutcome> = {
    ...viewOf("bigsixball", outcome, "result", 7),
    bets: told,
  };
  const { kit, parts } = recordingKit();
  const table = scene.build(kit, view) as RaceTable;
  table.resize(size);
  const pose = scene.pose(view, ms);
  table.show(pose);
  const at = (then: number) => scene.pose(view, then);
  const from = parts.length;
  for (const more of [extras, betsExtras] as const) {
    const built = more.build(kit, view, table);
    built.resize(size);
    built.show(more.pose(view, ms, pose, at) as never);
  }
  return {
    words: view.words,
    parts: parts.filter(isSeen),
    added: parts.slice(from).filter(isSeen),
  };
}

const boxOf = ({ at, fitPx }: Recorded) => {
  const px =
    fitPx * (Array.isArray(at.scale) ? at.scale[0] : ((at.scale as number | undefined) ?? 1));
  return { x: at.x, y: at.y, width: px * 0.9, height: px * 0.9 };
};

/** The pill that a word is written on. */
const pillOf = (part: Recorded) => {
  const { height, ...box } = textBox(part);
  return { ...box, height: height * 1.7 };
};

const outcomes = (fixtures["bigsixball"] ?? []).map(({ outcome }) => outcome as BigSixBallOutcome);

/** When the story of a race is written over its replay. */
function storyMs(outcome: BigSixBallOutcome): number {
  const view = viewOf("bigsixball", outcome, "result", 7);
  return PODIUM_MS.storyAt + PODIUM_MS.name - podiumMs(view, 0);
}

describe.each(SIZES)("in $width x $height", (size) => {
  // In low boxes the words lay over the ball of the far lane.
  test("what race it was is not written over a ball of its replay", () => {
    for (const outcome of outcomes) {
      const { words, added } = drawn(outcome, size, storyMs(outcome));
      const { photo = "", runaway = "", comeback = "", battle = "" } = words.lettering;
      const stories = [photo, runaway, comeback, battle].map((word) => word.toUpperCase());
      const told = added.filter(({ text }) => stories.includes(text)).map(pillOf);
      const last = added.findLastIndex(({ kind }) => kind === "ball");
      const camera = added.slice(last).find(({ kind }) => kind === "group")?.at;
      const near = Number(camera?.scale);
      const balls = added
        .filter(({ kind }) => kind === "ball")
        .map(boxOf)
        .map(({ x, y, width, height }) => ({
          x: (camera?.x ?? 0) + near * x,
          y: (camera?.y ?? 0) + near * y,
          width: near * width,
          height: near * height,
        }));
      expect(balls.length).toBeGreaterThan(0);
      expect(told.filter((box) => balls.some((ball) => overlap(box, ball)))).toEqual([]);
    }
  });

  test("what a player has lost is told beside balls and names on the podium, in every language", () => {
    for (const outcome of outcomes) {
      for (const { unpaid, won, net } of Object.values(allWords)) {
        // The second one has won a little, and the player is behind all the same.
        const [line, short] = [`${won.replace("#", "20")} / −45 = −25`, net.replace("#", "−1.25K")];
        for (const forms of [[unpaid], [line, short], [short]] as const) {
          const at = forms[0] === unpaid ? 0 : 1;
          const told = {
            ...bets,
            spots: bets.spots.map((spot, i) => {
              const texts = i === at ? forms : [];
              return { ...spot, told: texts, isGain: false, isPaid: false, hasWon: i === 1 };
            }),
          };
          const { words, parts } = drawn(outcome, size, 5_500, told);
          const written = parts
            .filter(({ text }) => forms.some((form) => form === text))
            .map(pillOf);
          const names = new Set(Object.values(words.sides));
          const taken = [
            ...parts.filter(({ kind }) => kind === "ball").map(boxOf),
            ...parts.filter(({ text }) => names.has(text)).map(textBox),
          ];
          expect(written).toHaveLength(1);
          for (const [i, box] of written.entries()) {
            const others = [...taken, ...written.filter((_, other) => other !== i)];
            expect(box.x - box.width / 2).toBeGreaterThanOrEqual(0);
            expect(others.filter((other) => overlap(box, other))).toEqual([]);
          }
        }
      }
    }
  });

  // The cause: it was written in the smallest type of the picture.
  test("what the player wins is as large as there is room for, and never wider", () => {
    const sizePx = (win: string) => {
      const won = { ...bets, spots: bets.spots.map((spot) => ({ ...spot, told: [win] })) };
      const { parts } = drawn(outcomes[0] as BigSixBallOutcome, size, 5_500, won);
      const [label] = parts.filter(({ text }) => text === win);
      expect(textBox(label as Recorded).width).toBeLessThan(size.width * 0.9);
      return { px: label?.textLook?.sizePx ?? 0, left: pillOf(label as Recorded) };
    };
    expect(sizePx("+100").px).toBeGreaterThan(Math.min(size.height * 0.06, size.width * 0.03));
    const long = sizePx("+123.4M");
    expect(long.px).toBeGreaterThanOrEqual(8);
    expect(long.left.x - long.left.width / 2).toBeGreaterThan(0);
  });

  // In tall boxes it lay over the name on the first step.
  test("what the player wins is written over no ball and no name on the podium", () => {
    for (const outcome of outcomes) {
      const { words, parts } = drawn(outcome, size, 5_500);
      const wins = parts.filter(({ text }) => text === "+100").map(pillOf);
      const names = new Set(Object.values(words.sides));
      const taken = [
        ...parts.filter(({ kind }) => kind === "ball").map(boxOf),
        ...parts.filter(({ text }) => names.has(text)).map(textBox),
      ];
      expect(wins.length).toBeGreaterThan(0);
      expect(wins.filter((box) => taken.some((other) => overlap(box, other)))).toEqual([]);
    }
  });
});
