import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { requireBuild } from "../../../server/pages/require-build.ts";
import { tempFolder } from "../../support/temp-store.ts";

// Cause: with half a build, /healthz returned 200, but every page under /account/ returned 500.
test("the service refuses to start with an incomplete build", async () => {
  const folder = await tempFolder();
  const halves = ["pages.html", "entry.mjs"].map((name) => pathToFileURL(join(folder, name)));
  const [pages] = halves;
  await writeFile(pages!, "");
  expect(() => requireBuild(halves)).toThrow(/There is no complete build\. Run `npm run build`/);
  expect(() => requireBuild([pages!])).not.toThrow();
});
