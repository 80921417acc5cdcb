import type { Extras } from "../extras.ts";
import type { Group } from "../kit.ts";
import { clearHeight } from "../measures.ts";
import type { Drawing, Play, Size } from "../scene.ts";
import { easeOut, progress } from "../tracks.ts";
import { WordPill } from "../word-pill.ts";

/*
 * Who has won, written as the last card lies open, in the words and the place of the result's banner: that only crowns
 * what is said already. Before it nothing is known of it.
 */

/** What is written, and how far it is seen, 0 to 1. */
interface Verdict {
  text: string;
  shown: number;
}

/** How long it takes to come, and from when to when in phase `result` the banner comes over it, in ms. */
const [COME_MS, CROWNED_FROM, CROWNED_MS] = [160, 160, 140] as const;

/** When all cards of a game lie open, in ms of phase `revealing`, and what is said of them; null where they are not known. */
interface Ending<Outcome> {
  openMs(view: Play<Outcome>): number;
  saidOf(view: Play<Outcome>): string | null;
}

/** The winner in the words of the banner, and the score of both hands. */
export const saidBy = (
  { words }: Pick<Play, "words">,
  side: string,
  score: readonly [string | number, string | number],
): string => `${words.won[side] ?? side} | ${score.join(" – ")}`;

/** What is written at a moment of a phase; null for nothing. */
export function verdictAt<Outcome>(
  view: Play<Outcome>,
  elapsedMs: number,
  { openMs, saidOf }: Ending<Outcome>,
): Verdict | null {
  const { phase } = view.state;
  const shown =
    phase === "revealing"
      ? easeOut(progress(elapsedMs, openMs(view), COME_MS))
      : phase === "result"
        ? 1 - progress(elapsedMs, CROWNED_FROM, CROWNED_MS)
        : 0;
  const text = shown > 0 && saidOf(view);
  return text ? { text, shown } : null;
}

/** The middle of the banner in a box, as `src/hud/banner-styles.ts` has it, and the height of the type there. CSS pixels. */
export function verdictIn({ width, height }: Size) {
  const below = Math.max(2, Math.min(17, height * 0.07 - 9));
  const high = height - clearHeight(height) - below;
  return {
    x: width / 2,
    y: height - below - high / 2,
    typePx: Math.min(high * 0.5, 5 + width * 0.033),
  };
}

/**
 * What is written at the end of a game of cards, as extras of its table: over its camera, which moves longer than it
 * takes to come.
 */
export function tableVerdict<Outcome, Pose, Parts extends Drawing<Pose> & { root: Group }>(
  ending: Ending<Outcome>,
): Extras<Outcome, Pose, Parts, Verdict | null> {
  return {
    pose: (view, elapsedMs) => verdictAt(view, elapsedMs, ending),
    build(kit, _, { root }) {
      const pill = new WordPill(kit);
      root.add(...pill.nodes);
      let at = verdictIn({ width: 1, height: 1 });
      return {
        resize(size) {
          at = verdictIn(size);
          pill.fit(at.typePx);
        },
        show(verdict) {
          if (verdict) {
            pill.write(verdict.text);
          }
          pill.show(at, verdict?.shown ?? 0);
        },
      };
    },
  };
}
