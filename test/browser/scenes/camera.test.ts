import { expect, onTestFinished, test, vi } from "vitest";
import { scene } from "../../../components/scenes/dragontiger/scene.ts";
import { Stage } from "../../../components/stage/stage.ts";
import { difference, hostOf, PATIENTLY, samplesOf, view } from "./stages.ts";

/** In the middle of the tiger's squeeze, and in the wide shot that follows it. */
const [SQUEEZED_MS, OVER_MS] = [6_000, 60_000];

/** A stage of Dragon Tiger in a reveal, with a camera or without. */
async function revealing(renderer: "webgl" | "canvas", hasCamera: boolean) {
  const host = hostOf(400, 266);
  const { signal } = new AbortController();
  const bare = { ...scene };
  delete bare.loadExtras;
  const stage = await Stage.create(host, hasCamera ? scene : bare, {
    signal,
    held: true,
    renderers: [renderer],
  });
  onTestFinished(() => stage.destroy());
  stage.show(view("revealing"), () => SQUEEZED_MS);
  return { host, stage };
}

/** How far two pictures differ below the dealer's tray, which comes with the camera. */
function differenceBelow(one: HTMLElement, other: HTMLElement): number {
  const below = (host: HTMLElement) => {
    const samples = samplesOf(host);
    return samples.slice(samples.length / 4);
  };
  return difference(below(one), below(other));
}

test.each(["canvas", "webgl"] as const)(
  "drawn by %s the card is squeezed in close-up, and all of the table is seen again after that",
  async (renderer) => {
    const [bare, filmed] = [await revealing(renderer, false), await revealing(renderer, true)];
    await vi.waitFor(
      () => expect(difference(samplesOf(bare.host), samplesOf(filmed.host))).toBeGreaterThan(15),
      PATIENTLY,
    );
    for (const { stage } of [bare, filmed]) {
      stage.show(view("revealing"), () => OVER_MS);
    }
    expect(differenceBelow(bare.host, filmed.host)).toBeLessThan(0.5);
  },
);

test("without motion all of the table is seen in every phase", async () => {
  const { host, stage } = await revealing("canvas", true);
  const [bare] = [await revealing("canvas", false)];
  await vi.waitFor(
    () => expect(difference(samplesOf(bare.host), samplesOf(host))).toBeGreaterThan(15),
    PATIENTLY,
  );
  stage.still = true;
  bare.stage.still = true;
  expect(differenceBelow(bare.host, host)).toBeLessThan(0.5);
});
