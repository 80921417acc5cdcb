import { execFileSync } from "node:child_process";
import { existsSync, globSync } from "node:fs";

/*
 * Sees to the programs that the tests run, before they run: installs Debian's packages where it
 * may, else fails with the line that would.
 */

/** A program, and the Debian package that brings it. */
const programs = [
  { file: "/usr/bin/chromium", package: "chromium" },
  { file: "/usr/bin/chromium-headless-shell", package: "chromium-headless-shell" },
  { file: "/usr/bin/php", package: "php-cli" },
  { file: "/usr/bin/python3", package: "python3" },
  // What an operator tests with, who has neither Vitest nor Playwright.
  { file: "/usr/bin/phpunit", package: "phpunit" },
  { file: "/usr/bin/pytest-3", package: "python3-pytest" },
  // Korean on screenshots; without it the letters are boxes.
  { file: "/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc", package: "fonts-noto-cjk" },
  // Thai, likewise, whose boxes would be wider than its letters.
  { file: "/usr/share/fonts/opentype/tlwg/Loma.otf", package: "fonts-tlwg-loma-otf" },
  // In a folder of its version.
  { file: "/usr/lib/postgresql/*/bin/postgres", package: "postgresql" },
  { file: "/usr/bin/openssl", package: "openssl" },
  // Shows what was synced to the disk, and when.
  { file: "/usr/bin/strace", package: "strace" },
  // Sets the clock of a process.
  { file: "/usr/lib/*/faketime/libfaketimeMT.so.1", package: "libfaketime" },
];

const missing = programs
  .filter(({ file }) => globSync(file).length === 0)
  .map((program) => program.package);
if (missing.length > 0) {
  const mayInstall = process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");
  if (!mayInstall) {
    console.error(
      `The tests need ${missing.join(", ")}. On Debian:\n` +
        `  sudo apt-get update && sudo apt-get install -y --no-install-recommends ${missing.join(" ")}`,
    );
    process.exit(1);
  }
  console.log(`Installing ${missing.join(", ")} for the tests.`);
  aptGet("update", "-qq");
  aptGet("install", "-y", "-qq", "--no-install-recommends", ...missing);
}

function aptGet(...args: string[]): void {
  // The tests start the servers they want. In this runlevel, Debian's packages start none of theirs.
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive", RUNLEVEL: "1" };
  execFileSync("apt-get", args, { env, stdio: ["ignore", "ignore", "inherit"] });
}
