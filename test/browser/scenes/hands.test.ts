import { expect, test } from "vitest";
import { CanvasStyle } from "../../../components/element/colours.ts";
import { hostOf } from "./stages.ts";

test("a page hides them by its style", () => {
  const table = hostOf(10, 10);
  const style = new CanvasStyle(table);
  expect(style.hands).toBe(true);
  table.style.setProperty("--hands", "none");
  expect(style.hands).toBe(false);
});
