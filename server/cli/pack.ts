import { execFile } from "node:child_process";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs, promisify } from "node:util";
import { buildKit } from "../../src/build/kit-package.ts";

/*
 * Builds the package for integrators and packs it: `npm run pack`. The folder dist-kit/package is what
 * `npm publish dist-kit/package` publishes, and the tarball beside it can be installed by its path.
 * With --folder, elsewhere.
 */

const root = fileURLToPath(new URL("../../", import.meta.url));
const { values } = parseArgs({ options: { folder: { type: "string" } } });
const folder = values.folder ?? join(root, "dist-kit");
const kit = join(folder, "package");

await mkdir(folder, { recursive: true });
await buildKit(root, kit);
const npm = ["pack", "--json", "--pack-destination", folder, kit];
const { stdout } = await promisify(execFile)("npm", npm, { cwd: folder });
const [packed] = JSON.parse(stdout) as { filename: string; size: number }[];
console.log(join(folder, packed?.filename ?? ""));
