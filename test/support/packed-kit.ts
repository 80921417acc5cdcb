import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll } from "vitest";
import { runScript } from "./command.ts";

/** The package for integrators as it is published. */
export interface PackedKit {
  /** The folder that is packed. */
  readonly folder: string;
  readonly tarball: string;
}

/** As the build has packed it. */
export const packedKit: PackedKit = {
  folder: fileURLToPath(new URL("../../dist-kit", import.meta.url)),
  tarball: fileURLToPath(new URL("../../dist/tableside.tgz", import.meta.url)),
};

/** Packs `tableside-sandbox` for the tests of a file. Gives what gives its tarball, since it is there in tests only. */
export function packedSandbox(): () => string {
  let folder = "";
  let tarball = "";
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "tableside-packed-"));
    const { code, stderr } = await runScript("server/cli/pack-sandbox.ts", [folder]);
    if (code !== 0) {
      throw new Error(stderr);
    }
    tarball = (await readdir(folder)).find((name) => name.endsWith(".tgz")) ?? "";
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));
  return () => join(folder, tarball);
}
