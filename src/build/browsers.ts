/** The oldest browsers that the docs promise (`src/content/docs/embed.md`), as Vite names them. */
export const BROWSERS = ["chrome120", "edge120", "firefox124", "safari17.4"];
