import { readdir, readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { games } from "../src/games/index.ts";

const FOLDER = new URL("../src/link-pictures/", import.meta.url);

function sizeOf(bytes: Buffer): [width: number, height: number] {
  let at = 2;
  while (bytes.readUInt8(at + 1) < 0xc0 || bytes.readUInt8(at + 1) > 0xc2) {
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return [bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5)];
}

test("each game has a link picture for each winner", async () => {
  const sides = games.flatMap(({ slug, sides }) => sides.map(({ id }) => `${slug}-${id}.jpg`));
  const files = (await readdir(FOLDER)).filter((name) => name.endsWith(".jpg"));
  expect(files.toSorted()).toEqual(sides.toSorted());
  for (const name of files) {
    const bytes = await readFile(new URL(name, FOLDER));
    expect(sizeOf(bytes)).toEqual([1200, 630]);
    expect(bytes.length).toBeLessThan(40_000);
  }
});
