import { build } from "vite";
import type { Plugin, Rolldown } from "vite";

/**
 * The script of the page that checks rounds, as a text to be put into the page: a copy of that one file
 * on a disk is to work, where a browser loads no modules.
 */
export const verifyScript: Plugin = {
  name: "tableside:verify-script",
  resolveId: (id) => (id === "virtual:verify-script" ? `\0${id}` : null),
  async load(id) {
    if (id !== "\0virtual:verify-script") {
      return null;
    }
    const built = await build({
      configFile: false,
      logLevel: "warn",
      build: {
        write: false,
        rolldownOptions: { input: "components/verify/page.ts", output: { format: "iife" } },
      },
    });
    const { code } = (built as Rolldown.RolldownOutput).output[0];
    // What looks like the end of the script would be one.
    return `export default ${JSON.stringify(code.replaceAll("</script", "<\\/script"))};`;
  },
};
