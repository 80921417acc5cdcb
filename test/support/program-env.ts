import { fileURLToPath } from "node:url";

/**
 * Without the surrounding settings, and those of vitest. Node caches compiled code, which halves the start of a server.
 */
export const programEnv: Readonly<Record<string, string>> = {
  PATH: process.env["PATH"] ?? "",
  NODE_COMPILE_CACHE: fileURLToPath(
    new URL("../../node_modules/.cache/node-compile", import.meta.url),
  ),
};
