import { expect, test } from "vitest";
import { courseLayout, AT_GATES } from "../../../components/scenes/bigsixball/course.ts";
import { scene } from "../../../components/scenes/bigsixball/scene.ts";
import type { Scene } from "../../../components/stage/scene.ts";
import { Stage } from "../../../components/stage/stage.ts";
import { viewOf } from "../../components/scenes/states.ts";
import { hostOf } from "./stages.ts";

const { loadExtras: _, ...bare } = scene;

/** How bright it is around a point of what is drawn on a host, 0 to 255; points in CSS pixels. */
function brightnessOf(host: HTMLElement, { width, height }: { width: number; height: number }) {
  const canvas = host.querySelector("canvas");
  const flat = document.createElement("canvas");
  Object.assign(flat, { width, height });
  const context = flat.getContext("2d");
  if (!canvas || !context) {
    throw new Error("There is nothing drawn to look at.");
  }
  context.drawImage(canvas, 0, 0, width, height);
  return ({ x, y }: { x: number; y: number }): number => {
    const { data } = context.getImageData(x - 1, y - 1, 3, 3);
    const colours = data.filter((_, i) => i % 4 < 3);
    return colours.reduce((sum, value) => sum + value, 0) / colours.length;
  };
}

test.each([
  { width: 830, height: 440 },
  { width: 390, height: 560 },
])("each ball throws a shadow away from the lamps, in $width x $height", async (size) => {
  const host = hostOf(size.width, size.height);
  const ending = new AbortController();
  const stage = await Stage.create(host, bare as unknown as Scene<unknown, unknown>, {
    signal: ending.signal,
    renderers: ["canvas"],
  });
  stage.show(viewOf("bigsixball", null, "betting", 7) as never, () => 5_000);
  const layout = courseLayout(size);
  const shot = layout.shot(AT_GATES);
  const at = brightnessOf(host, size);
  const seen = [0, 1, 2, 3, 4, 5].map((lane) => {
    const ball = layout.seen(shot, layout.stall(lane));
    const beside = (x: number, y: number) =>
      at({ x: ball.x + x * shot.unit, y: ball.y + y * shot.unit });
    // The lamps are above and to the left.
    return { shade: beside(0.43, 0.4), left: beside(-0.43, 0.4), above: beside(0.43, -0.4) };
  });
  ending.abort();
  for (const { shade, left, above } of seen) {
    expect(shade).toBeLessThan(0.72 * left);
    expect(shade).toBeLessThan(0.95 * above);
  }
});
