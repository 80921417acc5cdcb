/*
 * What the tiger has to beat came with how much larger the camera shows the table. Where a card fills the box already
 * that is little: at 830x553 and 390x260 it never came.
 */
import { expect, test } from "vitest";
import { cameraOf, filmedUntilMs } from "../../../../components/scenes/dragontiger/camera.ts";
import { tigerTimes } from "../../../../components/scenes/dragontiger/duel.ts";
import type { DragonTigerPose } from "../../../../components/scenes/dragontiger/pose.ts";
import { scene } from "../../../../components/scenes/dragontiger/scene.ts";
import { DuelTable } from "../../../../components/scenes/dragontiger/table.ts";
import { filmedBy } from "../../../../components/stage/cards/filming.ts";
import type { CloseUp } from "../../../../components/stage/pixi/close-up.ts";
import type { DragonTigerOutcome } from "../../../../src/games/dragontiger/game.ts";
import { isSeen, recordingKit, textBox } from "../recording-kit.ts";
import { viewOf } from "../states.ts";

const ROUND = 4_711;
const outcome: DragonTigerOutcome = {
  dragon: { value: "5", suit: "H" },
  tiger: { value: "9", suit: "S" },
  result: "tiger",
};
const view = viewOf("dragontiger", outcome, "revealing", ROUND);
const { turnAtMs, openMs } = tigerTimes(ROUND);
/** Nothing is drawn in close-up. */
const nothing = { place() {}, fit() {}, prepare() {}, paintOne() {}, show() {}, take() {} };

/** The stages of frames of 830x553, 390x260, 390x700, 320x213 and 1280x800. */
test.each([
  [830, 375],
  [390, 175],
  [390, 370],
  [320, 135],
  [1_280, 560],
])(
  "what there is to beat is said while the tiger is squeezed, on a stage of %i x %i",
  (width, height) => {
    const { kit, parts } = recordingKit();
    const filmed = { ...kit, part: () => nothing as never };
    const table = new DuelTable(filmed, view);
    const { pose, build } = filmedBy<DragonTigerOutcome, DragonTigerPose, DuelTable>(
      cameraOf,
      filmedUntilMs,
      ({ cards }) => ({ ...cards }),
      {} as CloseUp,
    );
    const camera = build(filmed, view, table);
    table.resize({ width, height });
    camera.resize({ width, height });
    const saidAt = (ms: number) => {
      const poseAt = (at: number) => scene.pose(view, at);
      table.show(poseAt(ms));
      camera.show(pose(view, ms, poseAt(ms), poseAt));
      return parts.find((part) => part.text === "DRAGON  5" && isSeen(part));
    };
    expect(saidAt(turnAtMs - 1_000)).toBeUndefined();
    for (const share of [0.2, 0.5, 0.9]) {
      const said = saidAt(turnAtMs + share * (openMs - turnAtMs));
      expect(said?.at.alpha).toBe(1);
      const box = said && textBox(said);
      expect((box?.x ?? 0) - (box?.width ?? 0) / 2).toBeGreaterThan(0);
    }
  },
);
