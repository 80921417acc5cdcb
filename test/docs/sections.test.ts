import { expect, test } from "vitest";
import { splitSections } from "../../src/build/sections.ts";

const HEADINGS = ["Beacons", "RELAYS", "CHAIN", "Portal"].map((text) => ({
  text,
  slug: text.toLowerCase(),
}));
const PAGE =
  "What can be set.\n\n## Beacons\n\n### RELAYS\n\nHosts.\n\n### CHAIN\n\nA hash.\n\n## Portal\n";

test("a search entry of a section without text lists the headings below it", () => {
  const sections = splitSections("Settings", PAGE, HEADINGS);
  expect(sections.map(({ heading, text }) => [heading, text])).toEqual([
    ["Settings", "What can be set."],
    ["Beacons", "RELAYS, CHAIN"],
    ["RELAYS", "Hosts."],
    ["CHAIN", "A hash."],
    ["Portal", ""],
  ]);
});

test("a search entry lists only codes that its section explains", () => {
  const page =
    "| status | answer |\n| --- | --- |\n| 429 | `busy_now` |\n| `too_many` | 429: wait |\n";
  expect(splitSections("API", page, []).map(({ codes }) => codes)).toEqual([["too_many"]]);
});
