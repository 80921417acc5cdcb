import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import { runScript } from "./command.ts";

/** The package for integrators as it is published. */
export interface PackedKit {
  /** The folder that is packed. */
  readonly folder: string;
  readonly tarball: string;
}

/** Packs the package for the tests of a file. Gives a function, since it is there in tests only. */
export function packedKit(): () => PackedKit {
  let root = "";
  let tarball = "";
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), "tableside-kit-"));
    const { code, stderr } = await runScript("server/cli/pack.ts", ["--folder", root]);
    if (code !== 0) {
      throw new Error(stderr);
    }
    tarball = (await readdir(root)).find((name) => name.endsWith(".tgz")) ?? "";
  });
  afterAll(() => rm(root, { recursive: true, force: true }));
  return () => ({ folder: join(root, "package"), tarball: join(root, tarball) });
}
