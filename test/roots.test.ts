import { readdir } from "node:fs/promises";
import { expect, test } from "vitest";

/** What a stranger meets first: where each program or page starts, and what everything else is told by. */
const ROOTS: Readonly<Record<string, readonly string[]>> = {
  server: ["app.ts", "deps.ts", "main.ts", "service.ts"],
  components: ["embed-page.ts", "embed-start.ts", "game-lobby.ts", "game-table.ts"],
  // The first four are what crosses to our users; Astro wants the last two at this place.
  src: [
    "frame-port.ts",
    "phase-event.ts",
    "problem.ts",
    "wire.ts",
    "content.config.ts",
    "env.d.ts",
  ],
};

test.each(Object.entries(ROOTS))(
  "%s/ holds its entry points alone; all else is in a room",
  async (root, entryPoints) => {
    const entries = await readdir(new URL(`../${root}`, import.meta.url), { withFileTypes: true });
    const files = entries.filter((entry) => !entry.isDirectory()).map(({ name }) => name);
    expect(files.toSorted()).toEqual(entryPoints.toSorted());
  },
);
