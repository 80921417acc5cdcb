/** Without what reaches for its maker's servers. */
const args = [
  "--no-sandbox",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
];

/** How Debian's Chromium is started where its windows and tabs matter, and to measure with. */
export const chromiumOptions = { executablePath: "/usr/bin/chromium", args };

/** The same Chromium without windows, for all other tests: it opens a page with a quarter of the work. */
export const shellOptions = { executablePath: "/usr/bin/chromium-headless-shell", args };
