import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import openapi from "../../public/openapi.json" with { type: "json" };
import { THEMES } from "../../src/look/theme-names.ts";

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");

test("the contract and the docs list every theme", () => {
  expect(openapi.components.parameters.theme.schema.enum).toEqual(THEMES);
  const listed = THEMES.map((theme) => `\`${theme}\``).join(", ");
  expect(read("src/content/docs/embed.md")).toContain(`- \`theme\`: ${listed};`);
});
