import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "vite";
import type { Rolldown } from "vite";
import { scriptTexts } from "../../../src/build/script-texts.ts";

/** Of modules with all they need but React, bundled and minified, in bytes after gzip. */
export async function sizeOf(modules: readonly string[]): Promise<number> {
  const entry = "virtual:all";
  const exports = modules.map((module) => {
    const path = fileURLToPath(new URL(`../../../${module}`, import.meta.url));
    return `export * from ${JSON.stringify(path)};`;
  });
  const built = await build({
    configFile: false,
    logLevel: "warn",
    plugins: [
      scriptTexts,
      {
        name: "all",
        resolveId: (id) => (id === entry ? id : null),
        load: (id) => (id === entry ? exports.join("\n") : null),
      },
    ],
    build: {
      write: false,
      rolldownOptions: { input: entry, preserveEntrySignatures: "strict", external: ["react"] },
      modulePreload: false,
    },
  });
  const [file] = (built as Rolldown.RolldownOutput).output;
  return gzipSync(file.code, { level: 9 }).length;
}
