import { build } from "vite";
import type { Plugin, Rolldown } from "vite";
import { guardedLoops } from "./guarded-loops.ts";

/** Scripts that other code has as texts, by the name of the module that exports the text. */
const SCRIPTS: Readonly<Record<string, string>> = {
  // Put into its page: a copy of that one file on a disk is to work, where a browser loads no modules.
  "virtual:verify-script": "components/site/verify/page.ts",
};

/** Builds a script into one text that runs by itself. */
export const scriptTexts: Plugin = {
  name: "tableside:script-texts",
  resolveId: (id) => (Object.hasOwn(SCRIPTS, id) ? `\0${id}` : null),
  async load(id) {
    const input = SCRIPTS[id.slice(1)];
    if (!id.startsWith("\0") || input === undefined) {
      return null;
    }
    const built = await build({
      configFile: false,
      logLevel: "warn",
      plugins: [guardedLoops],
      build: { write: false, rolldownOptions: { input, output: { format: "iife" } } },
    });
    const { code } = (built as Rolldown.RolldownOutput).output[0];
    // What looks like the end of the script would be one.
    return `export default ${JSON.stringify(code.replaceAll("</script", "<\\/script"))};`;
  },
};
