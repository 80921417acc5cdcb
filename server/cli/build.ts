import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import {
  access,
  copyFile,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs, promisify } from "node:util";

/*
 * Builds the pages and the element into dist/, with the packages of the client and of the sandbox, which are served as
 * they are packed; the client's files stay in dist-kit/. With --if-changed, builds only what has no build or whose
 * sources have changed. Sources are compared by content, since a fresh clone has fresh times.
 */

const root = fileURLToPath(new URL("../../", import.meta.url));
const dist = join(root, "dist");
const SITE_SOURCES = [
  "src",
  "components",
  "public",
  // The docs show these files.
  "server/deploy",
  "CHANGELOG.md",
  "astro.config.mjs",
  "tsconfig.json",
  "package-lock.json",
];

const { values } = parseArgs({ options: { "if-changed": { type: "boolean", default: false } } });
await buildIfChanged(".built-from", SITE_SOURCES, buildSite);
// The sandbox contains the site too, whose build deletes this stamp with the rest of dist/.
await buildIfChanged(".sandbox-built-from", ["server"], packSandbox);

async function buildIfChanged(
  stampName: string,
  sources: readonly string[],
  build: () => Promise<void>,
): Promise<void> {
  const stampFile = join(dist, stampName);
  const stamp = await sourcesDigest(sources);
  if (!values["if-changed"] || (await lastStamp(stampFile)) !== stamp) {
    await build();
    // Written last, so that an interrupted build does not look complete.
    await writeFile(stampFile, stamp);
  }
}

async function buildSite(): Promise<void> {
  // On stderr, since the output of `npm run pack` is only a path.
  process.stderr.write("Building, about 20 s\n");
  process.env["ASTRO_TELEMETRY_DISABLED"] = "1";
  const { build } = await import("astro");
  // Astro's cache of the docs does not notice a change in a file that they show.
  await rm(join(root, "node_modules", ".astro", "data-store.json"), { force: true });
  await build({ root, logLevel: "warn" });
  // The docs offer this file for download.
  await copyFile(join(root, "src/snippets/operator.ts"), join(dist, "v1", "operator.mts"));
  const { buildKit } = await import("../../src/build/kit-package.ts");
  const folder = join(root, "dist-kit");
  await buildKit(root, folder);
  await pack(folder, "tableside.tgz");
}

async function packSandbox(): Promise<void> {
  const { buildSandbox } = await import("../../src/build/sandbox-package.ts");
  const folder = await mkdtemp(join(tmpdir(), "tableside-pack-"));
  try {
    await buildSandbox(root, folder);
    await pack(folder, "tableside-sandbox.tgz");
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Packs a folder into dist/. The name has no version: it is always the package of this service. */
async function pack(folder: string, name: string): Promise<void> {
  const npm = ["pack", "--json", "--pack-destination", dist, folder];
  const { stdout } = await promisify(execFile)("npm", npm, { cwd: dist });
  const [packed] = JSON.parse(stdout) as { filename: string }[];
  await rename(join(dist, packed?.filename ?? ""), join(dist, name));
}

async function sourcesDigest(sources: readonly string[]): Promise<string> {
  const hash = createHash("sha256");
  for (const source of sources) {
    for (const file of await listFiles(source)) {
      hash
        .update(`${file}\0`)
        .update(await readFile(join(root, file)))
        .update("\0");
    }
  }
  return hash.digest("hex");
}

async function listFiles(source: string): Promise<string[]> {
  if (/\.\w+$/.test(source)) {
    return [source];
  }
  const entries = await readdir(join(root, source), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length))
    .toSorted();
}

async function lastStamp(stampFile: string): Promise<string | null> {
  try {
    // The server's half of the build may have been deleted on its own.
    await access(join(root, "dist-server", "entry.mjs"));
    return await readFile(stampFile, "utf8");
  } catch {
    return null;
  }
}
