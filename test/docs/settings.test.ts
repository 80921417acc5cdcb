import { readFile, readdir } from "node:fs/promises";
import { expect, test } from "vitest";
import { readConfig } from "../../server/config/config.ts";
import { SETTINGS, settingGroups } from "../../server/config/settings.ts";
import type { Setting } from "../../server/config/settings.ts";

const HEAD = `---
title: Settings
description: Everything the service reads from its environment. This page is generated from the code.
---

Pass each setting as an environment variable:

\`\`\`sh
PORT=8080 HOST=127.0.0.1 DATA_DIR=./data npm start
\`\`\`

The service refuses to start with invalid values and lists each with its fix. It also refuses variables that look like a misspelt setting, such as \`BASEURL\` when \`BASE_URL\` is not set.
`;

function settingsPage(): string {
  const groups = Object.entries(settingGroups).map(
    ([group, settings]) => `## ${group}\n\n${Object.entries(settings).map(entry).join("\n\n")}\n`,
  );
  return [HEAD, ...groups].join("\n");
}

function entry([name, { meaning, allowed, unset }]: [string, Setting]): string {
  const unsetText =
    typeof unset === "string"
      ? `If unset, ${unset.charAt(0).toLowerCase()}${unset.slice(1)}`
      : `Default: \`${unset.value}\``;
  const literals = /^[a-z]+$|^[a-z]+(?= or \w+$)|(?<=^\w+ or )\w+$|\b[a-z]+:\/\/[^\s,]+|\S+@\S+/g;
  return `### ${name}\n\n${meaning}\n\nMust be ${allowed.replace(literals, "`$&`")}. ${unsetText}`;
}

const PAGE = new URL("../../src/content/docs/settings.md", import.meta.url);
const SERVER = new URL("../../server/", import.meta.url);

/** Read by other programs, or set by the service. */
const NOT_SETTINGS = ["ASTRO_TELEMETRY_DISABLED", "SANDBOX_CONTROL"];

// Cause: the settings were once a hand-written table in the README, which lacked LATER_SECRETS.
test("the settings page matches the code; `npx vitest -u` updates it", async () => {
  await expect(settingsPage()).toMatchFileSnapshot(PAGE.pathname);
});

test("the settings page has every setting that the server reads", async () => {
  const files = (await readdir(SERVER, { recursive: true })).filter((name) => name.endsWith(".ts"));
  for (const file of files) {
    const source = await readFile(new URL(file, SERVER), "utf8");
    for (const [, name = ""] of source.matchAll(/\b(?:env|process\.env)\["(\w+)"\]/g)) {
      expect([...Object.keys(SETTINGS), ...NOT_SETTINGS]).toContain(name);
    }
  }
});

test("the settings page's defaults match the code", () => {
  const all: [string, Setting][] = Object.entries(SETTINGS);
  const defaults = all.flatMap(([name, { unset }]) =>
    typeof unset === "string" ? [] : [[name, unset.value]],
  );
  expect(defaults.length).toBeGreaterThan(5);
  expect(readConfig(Object.fromEntries(defaults))).toEqual(readConfig({}));
});
