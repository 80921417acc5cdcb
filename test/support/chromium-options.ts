/** Disables requests to Google's servers. */
const args = [
  "--no-sandbox",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
];

/** Debian's Chromium, for tests of windows and tabs, and for measurements. */
export const chromiumOptions = { executablePath: "/usr/bin/chromium", args };

/** The same Chromium without windows, for all other tests: it opens a page for a quarter of the CPU time. */
export const shellOptions = { executablePath: "/usr/bin/chromium-headless-shell", args };
