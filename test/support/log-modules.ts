// Loaded into a process with `--import`: writes the address of every loaded module to a file.
import { appendFileSync } from "node:fs";
import { registerHooks } from "node:module";

const file = process.env["MODULE_LOG"] ?? "";

registerHooks({
  load(url, context, next) {
    appendFileSync(file, `${url}\n`);
    return next(url, context);
  },
});
