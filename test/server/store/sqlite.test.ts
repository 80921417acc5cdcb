import { mkdir, open, readFile, stat, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, onTestFinished, test } from "vitest";
import { issue, list } from "../../../server/access/keys.ts";
import { openStore } from "../../../server/store/open-store.ts";
import { StoreError } from "../../../server/store/store-error.ts";
import { tempFile, tempFolder, tempStore } from "../../support/temp-store.ts";

const NOW_MS = Date.UTC(2026, 5, 1);

async function faultOf(opening: Promise<unknown>): Promise<StoreError> {
  const error: unknown = await opening.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof StoreError)) {
    throw new Error(`Not refused as a store: ${String(error)}`, { cause: error });
  }
  return error;
}

/** A sound database with `count` keys, closed. */
async function filledFile(count = 40): Promise<string> {
  const file = await tempFile();
  const store = await openStore({ file });
  for (let i = 0; i < count; i++) {
    await issue(store, { label: `Key ${i}`, endsAtMs: NOW_MS + 1000, origins: [] }, NOW_MS);
  }
  await store.close();
  return file;
}

describe("a database that is ours", () => {
  test("is made for its owner only, side files included", async () => {
    const file = await tempFile();
    const { store } = await tempStore({ file });
    await issue(store, { label: "a", endsAtMs: NOW_MS + 1, origins: [] }, NOW_MS);
    const files = [file, `${file}-wal`, `${file}-shm`];
    const modes = await Promise.all(files.map(async (name) => (await stat(name)).mode & 0o777));
    expect(modes).toEqual([0o600, 0o600, 0o600]);
  });

  test("keeps what was written when it is opened again", async () => {
    const { store } = await tempStore({ file: await filledFile(3) });
    expect((await list(store)).map((key) => key.label)).toHaveLength(3);
  });

  test("can be read while another program writes", async () => {
    const file = await filledFile(2);
    const writer = new DatabaseSync(file);
    onTestFinished(() => writer.close());
    writer.exec("begin immediate");
    const { store } = await tempStore({ file });
    expect(await list(store)).toHaveLength(2);
  });

  test("is taken up again when its making was cut off before the first table", async () => {
    const file = await tempFile();
    await writeFile(file, "");
    const { store } = await tempStore({ file });
    expect(await list(store)).toEqual([]);
  });
});

describe("a database that cannot be used is refused in words and left as it is", () => {
  const damages: [string, (file: string) => Promise<void>][] = [
    ["garbage", (file) => writeFile(file, "not a database ".repeat(500))],
    ["a short text", (file) => writeFile(file, "oops\n")],
    ["a file cut in half", async (file) => truncate(file, (await stat(file)).size / 2)],
    ["a file cut within its header", (file) => truncate(file, 60)],
    [
      "a file with a page overwritten",
      async (file) => {
        const handle = await open(file, "r+");
        await handle.write(Buffer.alloc(8192, 0xa5), 0, 8192, 8192);
        await handle.close();
      },
    ],
  ];
  test.each(damages)("%s", async (_, damage) => {
    const file = await filledFile();
    await damage(file);
    const before = await readFile(file);
    const error = await faultOf(openStore({ file }));
    expect(error.fault).toBe("damaged");
    expect(error.message).toContain(file);
    expect(error.message).toMatch(/damaged.*left as it is.*backup/s);
    expect(await readFile(file)).toEqual(before);
  });

  test("one of another version", async () => {
    const file = await filledFile(1);
    const handle = new DatabaseSync(file);
    handle.exec("update tableside set version = 'another'");
    handle.close();
    const before = await readFile(file);
    const error = await faultOf(openStore({ file }));
    expect(error.fault).toBe("version");
    expect(error.message).toMatch(/another version.*Start that version/s);
    expect(await readFile(file)).toEqual(before);
  });

  test("one of another program", async () => {
    const file = await tempFile();
    const handle = new DatabaseSync(file);
    handle.exec("create table songs (title text)");
    handle.close();
    const before = await readFile(file);
    const error = await faultOf(openStore({ file }));
    expect(error.fault).toBe("foreign");
    expect(await readFile(file)).toEqual(before);
  });

  test("a folder in its place", async () => {
    const file = await tempFile();
    await mkdir(file);
    const error = await faultOf(openStore({ file }));
    expect(error.fault).toBe("unreachable");
    expect(error.message).toMatch(/is not a file/);
  });

  test.each(["nowhere/tableside.sqlite", "file/tableside.sqlite"])(
    "a place that cannot be written to: %s",
    async (path) => {
      const folder = await tempFolder();
      await writeFile(join(folder, "file"), "");
      const error = await faultOf(openStore({ file: join(folder, path) }));
      expect(error.fault).toBe("unreachable");
      expect(error.message).toMatch(/cannot be read and written.*DATA_DIR/s);
    },
  );

  // Modes do not bind root, which the tests may be run by; this file of the kernel's takes no byte from it.
  test("a file that may only be read", async () => {
    expect((await faultOf(openStore({ file: "/proc/sys/kernel/osrelease" }))).fault).toBe(
      "unreachable",
    );
  });
});
