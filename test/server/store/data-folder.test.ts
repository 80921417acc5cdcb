import { chmod, mkdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { StartError } from "../../../server/runtime/start-error.ts";
import { openDataFolder } from "../../../server/store/data-folder.ts";
import { tempFolder } from "../../support/temp-store.ts";

describe("the data folder", () => {
  test("is made for its owner only, with all above it", async () => {
    const path = join(await tempFolder(), "srv", "data");
    const folder = await openDataFolder(path);
    expect((await stat(path)).mode & 0o777).toBe(0o700);
    expect(folder.path).toBe(path);
    expect(folder.databaseFile).toBe(join(path, "tableside.sqlite"));
  });

  test("keeps the mode its owner gave it", async () => {
    const path = join(await tempFolder(), "data");
    await mkdir(path);
    await chmod(path, 0o750);
    await openDataFolder(path);
    expect((await stat(path)).mode & 0o777).toBe(0o750);
  });

  test.each(["taken", "taken/data"])(
    "is refused in words when it cannot be one: %s",
    async (at) => {
      const folder = await tempFolder();
      await writeFile(join(folder, "taken"), "a file");
      const error: unknown = await openDataFolder(join(folder, at)).catch((e: unknown) => e);
      expect(error).toBeInstanceOf(StartError);
      expect(String(error)).toMatch(/is not a folder.*Set DATA_DIR/);
    },
  );

  test("is refused in words on a name no disk takes", async () => {
    const path = join(await tempFolder(), "x".repeat(300));
    await expect(openDataFolder(path)).rejects.toThrow(StartError);
  });

  // Modes do not bind root, which the tests may be run by; the kernel's own folder takes no file from it.
  test("is refused where nothing may be written", async () => {
    await expect(openDataFolder("/sys/tableside")).rejects.toThrow(/cannot be written to/);
  });

  // mkdir's recursive mode tries for ever below /proc, so a start there hung without a word.
  test("is refused where nothing can be made", async () => {
    await expect(openDataFolder("/proc/tableside")).rejects.toThrow(/cannot be used/);
    await expect(openDataFolder("/proc/tableside/data")).rejects.toThrow(StartError);
  });
});
