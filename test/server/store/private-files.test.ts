import { chmod, mkdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import type { Log } from "../../../server/runtime/log.ts";
import { keepPrivate } from "../../../server/store/private-files.ts";
import { tempFolder } from "../../support/temp-store.ts";

async function modeOf(file: string): Promise<string> {
  return ((await stat(file)).mode & 0o777).toString(8);
}

// A secret that anybody could read was made private without a word, and nobody learnt that it may be known.
test("what others could read is made private, and said", async () => {
  const folder = await tempFolder();
  const names = ["secret", "secret.2026-12-01", "signing-key", "tableside.sqlite", "notes.txt"];
  for (const name of names) {
    await writeFile(join(folder, name), "");
    await chmod(join(folder, name), 0o644);
  }
  const log = vi.fn<Log>();
  await keepPrivate(folder, log);
  const modes = await Promise.all(names.map((name) => modeOf(join(folder, name))));
  expect(modes).toEqual(["600", "600", "600", "600", "644"]);
  expect(log.mock.calls.map(([event, fields]) => [event, fields?.["file"]])).toEqual(
    names.slice(0, -1).map((name) => ["file made private", join(folder, name)]),
  );
  await keepPrivate(folder, log);
  expect(log).toHaveBeenCalledTimes(4);
});

test("a data folder that everybody may look into is left so, and said", async () => {
  const folder = join(await tempFolder(), "data");
  await mkdir(folder);
  await chmod(folder, 0o755);
  const log = vi.fn<Log>();
  await keepPrivate(folder, log);
  expect(await modeOf(folder)).toBe("755");
  expect(log).toHaveBeenCalledWith(
    "data folder open to all users",
    expect.objectContaining({ folder, mode: "755" }),
  );
  await chmod(folder, 0o750);
  await keepPrivate(folder, log);
  expect(log).toHaveBeenCalledTimes(1);
});
