import type { ExtraParts, Extras } from "./extras.ts";
import type { Drawing } from "./scene.ts";

/** Extras of two kinds for one drawing; the second ones are built, laid out and shown after the first. */
export function bothExtras<Outcome, Pose, Parts extends Drawing<Pose>, One, Other>(
  first: Extras<Outcome, Pose, Parts, One>,
  second: Extras<Outcome, Pose, Parts, Other>,
): Extras<Outcome, Pose, Parts, readonly [One, Other]> {
  return {
    pose: (...moment) => [first.pose(...moment), second.pose(...moment)],
    restsAfterMs: (view) =>
      Math.max(first.restsAfterMs?.(view) ?? 0, second.restsAfterMs?.(view) ?? 0),
    stirs: (...moment) => [first, second].some((extras) => extras.stirs?.(...moment)),
    build(kit, view, drawing): ExtraParts<readonly [One, Other]> {
      const [one, other] = [first.build(kit, view, drawing), second.build(kit, view, drawing)];
      return {
        resize(size) {
          one.resize(size);
          other.resize(size);
        },
        show([here, there]) {
          one.show(here);
          other.show(there);
        },
      };
    },
  };
}
