/** The docs pages in reading order, by file name. */
export const outline = [
  {
    title: "Integrate",
    pages: [
      "index",
      "embed",
      "pay-out",
      "test-your-integration",
      "table-bets",
      "webhooks",
      "api",
      "install",
      "games",
    ],
  },
  { title: "Trust", pages: ["provable-rounds", "protocol"] },
  {
    title: "Run and sell",
    pages: [
      "deploy",
      "back-up",
      "monitor",
      "secrets",
      "settings",
      "keys-and-accounts",
      "payments",
      "back-office",
    ],
  },
  { title: "Contribute", pages: ["architecture"] },
] as const;

export const readingOrder: readonly string[] = outline.flatMap(({ pages }) => pages);

export function docsPath(page: string): string {
  return page === "index" ? "/docs/" : `/docs/${page}/`;
}
