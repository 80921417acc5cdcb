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
  const packed = packedBy((folder) => ["server/cli/pack.ts", "--folder", folder]);
  return () => ({ folder: join(packed().folder, "package"), tarball: packed().tarball });
}

/** Packs `tableside-sandbox` likewise. Gives what gives its tarball. */
export function packedSandbox(): () => string {
  const packed = packedBy((folder) => ["server/cli/pack-sandbox.ts", folder]);
  return () => packed().tarball;
}

function packedBy(command: (folder: string) => [script: string, ...args: string[]]) {
  let folder = "";
  let tarball = "";
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "tableside-packed-"));
    const [script, ...args] = command(folder);
    const { code, stderr } = await runScript(script, args);
    if (code !== 0) {
      throw new Error(stderr);
    }
    tarball = (await readdir(folder)).find((name) => name.endsWith(".tgz")) ?? "";
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));
  return () => ({ folder, tarball: join(folder, tarball) });
}
