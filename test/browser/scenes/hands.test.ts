import { expect, onTestFinished, test, vi } from "vitest";
import { CanvasStyle } from "../../../components/element/colours.ts";
import { scene } from "../../../components/scenes/dragontiger/scene.ts";
import { Stage } from "../../../components/stage/stage.ts";
import { difference, hostOf, isSame, PATIENTLY, samplesOf, view } from "./stages.ts";

/** While the dragon's card is on its way. */
const DEALING_MS = 800;

/** A stage that deals, held there. */
async function dealing(hands: boolean): Promise<{ host: HTMLElement; stage: Stage }> {
  const host = hostOf(400, 266);
  const { signal } = new AbortController();
  const stage = await Stage.create(host, scene, { signal, held: true });
  onTestFinished(() => stage.destroy());
  stage.show({ ...view("revealing"), hands }, () => DEALING_MS);
  return { host, stage };
}

test("hands are drawn over the card that they deal, unless the operator hides them", async () => {
  const [seen, hidden] = [await dealing(true), await dealing(false)];
  await vi.waitFor(() => {
    expect(difference(samplesOf(seen.host), samplesOf(hidden.host))).toBeGreaterThan(1);
  }, PATIENTLY);
  hidden.stage.show(view("revealing"), () => DEALING_MS);
  await vi.waitFor(() => {
    expect(isSame(samplesOf(seen.host), samplesOf(hidden.host))).toBe(true);
  }, PATIENTLY);
});

test("a page hides them by its style", () => {
  const table = hostOf(10, 10);
  const style = new CanvasStyle(table);
  expect(style.hands).toBe(true);
  table.style.setProperty("--hands", "none");
  expect(style.hands).toBe(false);
});
