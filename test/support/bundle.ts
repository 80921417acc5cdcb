import { fileURLToPath } from "node:url";
import { build } from "vite";
import type { Rolldown } from "vite";

export async function bundle(module: string, name: string): Promise<string> {
  const built = (await build({
    configFile: false,
    logLevel: "silent",
    mode: "development",
    build: {
      write: false,
      minify: false,
      lib: {
        entry: fileURLToPath(new URL(`../../${module}`, import.meta.url)),
        formats: ["iife"],
        name,
      },
    },
    define: { "process.env.NODE_ENV": '"development"' },
  })) as Rolldown.RolldownOutput[];
  return built[0]?.output[0].code ?? "";
}
