/** The pages of the docs in the order in which they are read, by the names of their files. */
export const outline = [
  {
    title: "Start",
    pages: [
      "index",
      "embed",
      "install",
      "read-rounds",
      "api",
      "pay-out",
      "webhooks",
      "test-your-integration",
    ],
  },
  {
    title: "Your tables",
    pages: ["games", "markets", "themes-and-languages", "keys-and-accounts"],
  },
  { title: "Fairness", pages: ["provable-rounds", "protocol"] },
  {
    title: "Run it",
    pages: ["deploy", "settings", "scale", "monitor", "service-levels", "back-up", "payments"],
  },
  { title: "Look inside", pages: ["architecture", "figures", "glossary"] },
] as const;

/** All pages, in reading order. */
export const readingOrder: readonly string[] = outline.flatMap(({ pages }) => pages);

/** Where a page is served. */
export function pathOf(page: string): string {
  return page === "index" ? "/docs/" : `/docs/${page}/`;
}
