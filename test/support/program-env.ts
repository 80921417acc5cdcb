import { fileURLToPath } from "node:url";

/** Excludes the surrounding settings and Vitest's. Node caches compiled code, which halves a server's start time. */
export const programEnv: Readonly<Record<string, string>> = {
  PATH: process.env["PATH"] ?? "",
  NODE_COMPILE_CACHE: fileURLToPath(
    new URL("../../node_modules/.cache/node-compile", import.meta.url),
  ),
};
