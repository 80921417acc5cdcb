import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { access, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs, promisify } from "node:util";

/*
 * Builds the pages and the element into dist/, with the package for integrators, which is served as it is packed;
 * its files stay in dist-kit/. With --if-changed, builds only if there is no build or its sources have changed.
 * Sources are compared by content, since a fresh clone has fresh times.
 */

const root = fileURLToPath(new URL("../../", import.meta.url));
const stampFile = join(root, "dist", ".built-from");
const SOURCES = [
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
const stamp = await sourcesDigest();
if (!values["if-changed"] || (await lastStamp()) !== stamp) {
  // On stderr, since the output of `npm run pack` is only a path.
  process.stderr.write("Building, about 20 s\n");
  process.env["ASTRO_TELEMETRY_DISABLED"] = "1";
  const { build } = await import("astro");
  // Astro's cache of the docs does not notice a change in a file that they show.
  await rm(join(root, "node_modules", ".astro", "data-store.json"), { force: true });
  await build({ root, logLevel: "warn" });
  await packKit();
  // Written last, so that an interrupted build does not look complete.
  await writeFile(stampFile, stamp);
}

async function packKit(): Promise<void> {
  const { buildKit } = await import("../../src/build/kit-package.ts");
  const [folder, dist] = [join(root, "dist-kit"), join(root, "dist")];
  await buildKit(root, folder);
  const npm = ["pack", "--json", "--pack-destination", dist, folder];
  const { stdout } = await promisify(execFile)("npm", npm, { cwd: dist });
  const [packed] = JSON.parse(stdout) as { filename: string }[];
  // The URL has no version: it is always the package of this service.
  await rename(join(dist, packed?.filename ?? ""), join(dist, "tableside.tgz"));
}

async function sourcesDigest(): Promise<string> {
  const hash = createHash("sha256");
  for (const source of SOURCES) {
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

async function lastStamp(): Promise<string | null> {
  try {
    // The server's half of the build may have been deleted on its own.
    await access(join(root, "dist-server", "entry.mjs"));
    return await readFile(stampFile, "utf8");
  } catch {
    return null;
  }
}
