import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cardBackOf, cardBacks } from "../../src/look/card-backs.ts";
import { lookIn } from "../../src/look/daylight.ts";
import { looks } from "../../src/look/looks.ts";
import { THEMES } from "../../src/look/themes.ts";
import { roomOf } from "../../src/table/room.ts";

const timings = fc.constantFrom({ intervalMs: 30_000 }, { intervalMs: 60_000 });
/** All rounds of a day of 25 hours. */
const rounds = fc.integer({ min: 1, max: 3_000 });

/** How far two colours lie apart, `#rrggbb`: the channel that differs the most, of 255. */
function apart(one: string, other: string): number {
  const channels = (hex: string) =>
    [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  const there = channels(other);
  return Math.max(...channels(one).map((channel, i) => Math.abs(channel - (there[i] ?? 0))));
}

describe("the room of a round", () => {
  test("follows from the round of the day alone", () => {
    fc.assert(
      fc.property(rounds, timings, (nth, timing) => {
        const room = roomOf({ daily_round: nth }, timing);
        expect(room).toEqual(roomOf({ daily_round: nth }, timing));
        expect(room?.hour).toBeLessThan(24);
        const beginsAt = ((nth - 1) * timing.intervalMs) / 3_600_000;
        expect(beginsAt < 24 ? beginsAt - (room?.hour ?? 0) : 0).toBeLessThan(0.5);
      }),
    );
  });

  test("is dealt from another pack on each board, and from the same one all through it", () => {
    const backs = Array.from({ length: 72 * 4 }, (_, i) =>
      cardBackOf(roomOf({ daily_round: i + 1 }, { intervalMs: 30_000 })?.board ?? 0),
    );
    const [first, second, third, fourth] = [0, 72, 144, 216].map((at) => backs.slice(at, at + 72));
    for (const board of [first, second, third, fourth]) {
      expect(new Set(board).size).toBe(1);
    }
    expect(new Set([first?.[0], second?.[0], third?.[0]]).size).toBe(cardBacks.length);
    expect(fourth?.[0]).toBe(first?.[0]);
  });

  test("is unknown at a table that no round was played at", () => {
    expect(roomOf({ daily_round: 0 }, { intervalMs: 30_000 })).toBeUndefined();
  });
});

describe.each(THEMES)("the light of the day in the theme %s", (theme) => {
  const at = (hour: number) => lookIn(looks[theme], { hour, board: 0, round: 0, left: 71 });
  const hours = Array.from({ length: 48 }, (_, i) => i / 2);

  test("changes so little from one half hour to the next that nobody sees it happen", () => {
    for (const hour of hours) {
      const [now, next] = [at(hour), at((hour + 0.5) % 24)];
      expect(apart(now.night, next.night)).toBeLessThanOrEqual(14);
      // The cloth throws back so much of the lamp alone.
      const lit = Math.max(now.lampShare, next.lampShare);
      expect(apart(now.lamp, next.lamp) * lit).toBeLessThanOrEqual(16);
      expect(Math.abs(now.lampShare - next.lampShare)).toBeLessThan(0.03);
    }
  });

  test("leaves cloth, lines and lettering their colours", () => {
    for (const hour of hours) {
      const { felt, accent, ink, inkSoft, track, stone } = at(hour);
      expect({ felt, accent, ink, inkSoft, track, stone }).toEqual(
        expect.objectContaining({
          felt: looks[theme].felt,
          accent: looks[theme].accent,
          ink: looks[theme].ink,
          inkSoft: looks[theme].inkSoft,
          track: looks[theme].track,
          stone: looks[theme].stone,
        }),
      );
    }
  });

  test("is that of lamps at midnight, and another at noon unless contrast is needed", () => {
    const { lamp, night, lampShare, vignette } = looks[theme];
    expect(at(0)).toMatchObject({ lamp, night, lampShare, vignette });
    expect(at(13).lamp === lamp).toBe(theme === "contrast");
  });
});
