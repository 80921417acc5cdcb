import { build } from "vite";
import type { Plugin, Rolldown } from "vite";
import { guardedLoops } from "./guarded-loops.ts";

/** Scripts that other code imports as text, by the name of the virtual module. */
const SCRIPTS: Readonly<Record<string, string>> = {
  // Inlined into its page, so that a saved copy works without a server.
  "virtual:verify-script": "components/site/verify/verify-page.ts",
};

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
    // An unescaped "</script" would end the script.
    return `export default ${JSON.stringify(code.replaceAll("</script", "<\\/script"))};`;
  },
};
