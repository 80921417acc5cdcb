import { expect, test } from "vitest";
import { contextOf, hostOf, stageIn, REST_MS, view } from "../../browser/scenes/stages.ts";

// Browsers allow about sixteen WebGL contexts per page, and discard the oldest to create another.

test("twenty tables opened one after another do not take WebGL contexts from other tables on the page", async () => {
  const oldest = contextOf(document.createElement("canvas"));
  const host = hostOf(320, 135);
  for (let i = 0; i < 20; i++) {
    const stage = await stageIn(host, { renderers: ["webgl"] });
    stage.show(view("result"), () => REST_MS);
    stage.destroy();
  }
  expect(oldest.isContextLost()).toBe(false);
  expect(document.querySelectorAll("div > canvas")).toHaveLength(0);
});
