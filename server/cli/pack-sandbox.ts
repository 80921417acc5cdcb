import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { build } from "vite";
import type { Plugin } from "vite";
import about from "../../package.json" with { type: "json" };
import { declarationsOf } from "../../src/build/declarations.ts";

/*
 * Packs the sandbox as `tableside-sandbox`: one program with everything it needs and the built pages, so
 * that `npx tableside-sandbox` starts one without a build, and without a network once it is there.
 *
 *   node server/cli/pack-sandbox.ts [FOLDER]     where the tarball goes; here if left out
 */

const root = fileURLToPath(new URL("../../", import.meta.url));
/** Loaded by a real service on demand, and never by a sandbox: accounts and PostgreSQL. */
const LEFT_OUT = /\/server\/(account\/open-portal|store\/postgres)\.ts$/;

const withoutThose: Plugin = {
  name: "tableside:left-out",
  enforce: "pre",
  load: (id) => (LEFT_OUT.test(id) ? "export {};" : null),
};

/** The module lies beside the program. */
const MODULE = "server/cli/start-sandbox.ts";
const besideEachOther: Plugin = {
  name: "tableside:beside-each-other",
  transform: (code) => code.replace(/(new URL\("\.\/sandbox)\.ts"/, '$1.js"'),
};

const README = `# tableside-sandbox

A whole Tableside service for tests: force a tie, stop the clock, make trouble.

    npx tableside-sandbox
    npx tableside-sandbox next SLUG --outcome tie

In a test:

    import { startSandbox } from "tableside-sandbox";
    const { url, controlUrl, keys, command, stop } = await startSandbox();

It serves its documentation at /docs/test-your-integration/.
`;

const folder = await mkdtemp(join(tmpdir(), "tableside-pack-"));
try {
  await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: "warn",
    plugins: [withoutThose, besideEachOther],
    ssr: { noExternal: true },
    build: {
      ssr: true,
      // Two folders deep, as in the repository: the program finds the pages beside it.
      outDir: join(folder, "lib", "cli"),
      emptyOutDir: true,
      rolldownOptions: {
        input: {
          sandbox: join(root, "server/cli/sandbox-program.mjs"),
          "start-sandbox": join(root, MODULE),
        },
        output: {
          banner: (chunk) => (chunk.isEntry ? "#!/usr/bin/env node" : ""),
          // All beside each other: they find the pages, and each other, by their own address.
          chunkFileNames: "[name]-[hash].js",
        },
      },
    },
  });
  await cp(join(root, "dist"), join(folder, "dist"), { recursive: true });
  for (const [path, text] of declarationsOf(root, [MODULE])) {
    const file = join(folder, "types", path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
  await cp(join(root, "LICENSE"), join(folder, "LICENSE"));
  await writeFile(join(folder, "README.md"), README);
  await writeFile(join(folder, "package.json"), JSON.stringify(manifest(), null, 2));
  const to = resolve(process.argv[2] ?? ".");
  const args = ["pack", "--silent", "--pack-destination", to];
  const { stdout } = await promisify(execFile)("npm", args, { cwd: folder });
  console.log(join(to, stdout.trim()));
} finally {
  await rm(folder, { recursive: true, force: true });
}

function manifest() {
  const { version, license, engines } = about;
  return {
    name: "tableside-sandbox",
    version,
    description: "A whole Tableside service for tests: force a tie, stop the clock, make trouble.",
    license,
    type: "module",
    bin: { "tableside-sandbox": "lib/cli/sandbox.js" },
    exports: {
      ".": {
        types: "./types/server/cli/start-sandbox.d.ts",
        default: "./lib/cli/start-sandbox.js",
      },
    },
    files: ["lib", "dist", "types"],
    engines,
  };
}
