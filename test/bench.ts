import { spawnSync } from "node:child_process";

/* Runs the benchmarks one after another, so that none affects another: `npm run bench`. */

const LINES = [
  "first-paint.ts --pairs 5",
  "hot-path.ts --requests 5000 --runs 3",
  "streams.ts --runs 1 --seconds 10",
];

for (const line of LINES) {
  console.log(`\ntest/bench/${line}`);
  const args = [`test/bench/${line.split(" ")[0]}`, ...line.split(" ").slice(1)];
  if (spawnSync(process.execPath, args, { stdio: "inherit" }).status !== 0) {
    console.error(`Failed: ${line}`);
    process.exitCode = 1;
  }
}
