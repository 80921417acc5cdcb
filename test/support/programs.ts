import { execFileSync } from "node:child_process";
import { existsSync, globSync } from "node:fs";

/* Installs missing programs for the tests as root, otherwise fails with the command to do so. */

const programs = [
  { file: "/usr/bin/chromium", package: "chromium" },
  { file: "/usr/bin/chromium-headless-shell", package: "chromium-headless-shell" },
  { file: "/usr/bin/php", package: "php-cli" },
  { file: "/usr/lib/php/*/pdo_sqlite.so", package: "php-sqlite3" },
  { file: "/usr/bin/python3", package: "python3" },
  // The test runner of an operator without Vitest or Playwright.
  { file: "/usr/bin/phpunit", package: "phpunit" },
  { file: "/usr/bin/pytest-3", package: "python3-pytest" },
  // Korean in screenshots; without it the letters are boxes.
  { file: "/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc", package: "fonts-noto-cjk" },
  // Thai, whose boxes would be wider than its letters.
  { file: "/usr/share/fonts/opentype/tlwg/Loma.otf", package: "fonts-tlwg-loma-otf" },
  // In a versioned folder.
  { file: "/usr/lib/postgresql/*/bin/postgres", package: "postgresql" },
  { file: "/usr/bin/openssl", package: "openssl" },
  // Reports when data is synced to disk.
  { file: "/usr/bin/strace", package: "strace" },
  // Sets a process's clock.
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
  // The tests start their own servers. In this runlevel, Debian's packages start none.
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive", RUNLEVEL: "1" };
  execFileSync("apt-get", args, { env, stdio: ["ignore", "ignore", "inherit"] });
}
