import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { freshProject, INSTALL } from "../support/fresh-project.ts";
import { startLiveService } from "../support/live-service.ts";

// Only those who had the repository could have the package.
test("a service gives its package to npm, which needs nothing else", async () => {
  const service = await startLiveService(Date.UTC(2026, 6, 1, 12));
  const { root, call } = await freshProject();
  await call("npm", ...INSTALL, `${service.url}/tableside.tgz`);
  expect(await call("npm", "ls", "--all", "--parseable")).toBe(
    `${root}\n${join(root, "node_modules/tableside")}\n`,
  );
  const script = `import { createClient } from "tableside/client";
    import { registered } from "tableside/element";
    await registered;
    const { round } = await createClient({ baseUrl: "${service.url}", game: "baccarat" }).current();
    console.log(round > 0);`;
  await writeFile(join(root, "read.mjs"), script);
  expect(await call(process.execPath, "read.mjs")).toBe("true\n");
});
