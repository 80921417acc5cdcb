import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { packedKit } from "../support/packed-kit.ts";

interface Manifest {
  readonly modules: readonly {
    readonly path: string;
    readonly declarations: readonly Readonly<Record<string, readonly { name: string }[]>>[];
  }[];
}

test("the package's manifest lists the element's whole interface", async () => {
  const manifest = await readFile(join(packedKit.folder, "custom-elements.json"), "utf8");
  const { modules } = JSON.parse(manifest) as Manifest;
  const element = modules.find(({ path }) => path === "element.js")?.declarations[0];
  const names = (list: string) => element?.[list]?.map(({ name }) => name);
  expect(names("attributes")).toEqual([
    "game",
    "base-url",
    "lang",
    "theme",
    "accent",
    "muted",
    "sound",
    "calm",
    "round",
    "bet-spots",
  ]);
  expect(names("events")).toEqual([
    "phase",
    "result",
    "ready",
    "error",
    "connection",
    "spots",
    "bet-spot",
  ]);
  expect(names("cssParts")).toContain("countdown");
  expect(names("members")).toEqual(
    expect.arrayContaining(["round", "phase", "remainMs", "connection"]),
  );
});
