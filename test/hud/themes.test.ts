import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import openapi from "../../public/openapi.json" with { type: "json" };
import { THEMES } from "../../src/look/themes.ts";

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
const [, ...othersThanDark] = THEMES;

// A theme without its own colours looks half dark, without any error.
test.each([
  "src/hud/styles/theme.ts",
  "src/hud/styles/live.ts",
  "src/hud/styles/road-marks.ts",
  "src/layouts/replay/replay.css",
])("every theme has its own colours in %s", (file) => {
  const css = read(file);
  expect(
    othersThanDark.filter(
      (theme) => !css.includes(`[theme="${theme}"])`) && !css.includes(`[data-theme="${theme}"] {`),
    ),
  ).toEqual([]);
});

test("the contract and the docs list every theme", () => {
  expect(openapi.components.parameters.theme.schema.enum).toEqual(THEMES);
  const listed = THEMES.map((theme) => `\`${theme}\``).join(", ");
  expect(read("src/content/docs/embed.md")).toContain(`- \`theme\`: ${listed};`);
});
