import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { freshProject, INSTALL } from "../support/fresh-project.ts";
import { startLiveService } from "../support/live-service.ts";

// Cause: only people with the repository could get the package, and on Node 20 its stream threw a TypeError.
test("the package from the service installs without dependencies, and streams on Node 20", async () => {
  const service = await startLiveService(Date.UTC(2026, 6, 1, 12));
  const { root, call } = await freshProject();
  await call("npm", ...INSTALL, `${service.url}/tableside.tgz`);
  expect(await call("npm", "ls", "--all", "--parseable")).toBe(
    `${root}\n${join(root, "node_modules/tableside")}\n`,
  );
  const script = `import { createClient } from "tableside/client";
    import { registered } from "tableside/element";
    await registered;
    // Missing in Node 20.
    delete Promise.withResolvers;
    delete URL.parse;
    const client = createClient({ baseUrl: "${service.url}", game: "baccarat" });
    for await (const { round } of client.stream()) {
      console.log(round > 0);
      break;
    }`;
  await writeFile(join(root, "read.mjs"), script);
  expect(await call(process.execPath, "read.mjs")).toBe("true\n");
});

test("a service offers its sandbox as a package for npm", async () => {
  const service = await startLiveService(Date.UTC(2026, 6, 1, 12));
  const { call } = await freshProject();
  await call("npm", ...INSTALL, `${service.url}/tableside-sandbox.tgz`);
  expect(await call("npx", "tableside-sandbox", "--help")).toContain("Usage: tableside-sandbox");
});

// Cause: the settlement for Python and PHP was only inside the npm package.
test("a service offers the settlement files that its docs print", async () => {
  const service = await startLiveService(Date.UTC(2026, 6, 1, 12));
  for (const name of ["settle.py", "settle.php", "vectors.json"]) {
    const response = await fetch(`${service.url}/v1/${name}`);
    const printed = new URL(`../../public/v1/${name}`, import.meta.url);
    expect(await response.text()).toBe(await readFile(printed, "utf8"));
  }
});
