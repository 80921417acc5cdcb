import type { Plugin } from "vite";

/** Minifies the style sheets of hud and lobby, which the bundler sees only as template strings. */
export const leanStyles: Plugin = {
  name: "tableside:lean-styles",
  transform: {
    filter: { id: /\/src\/hud\/(styles\/[\w-]+|lobby\/styles)\.ts$/ },
    handler: (code) =>
      code.replace(/`[^`]*`/g, (css) =>
        css
          .replace(/\/\*[\s\S]*?\*\//g, "")
          .replace(/([:;,]) /g, "$1")
          .replace(/\s*\{\s+/g, "{")
          // The closing brace of a value such as ${space.even} has no space before it.
          .replace(/(;\s*|\s+)\}\s*/g, "}")
          .replace(/\n\s*/g, ""),
      ),
  },
};
