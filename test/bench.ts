import { spawnSync } from "node:child_process";

/*
 * Runs the benchmarks in short, one after another, so that none measures another's work:
 * `npm run bench` all of them, `npm run bench -- reliability tables` those groups.
 */

/** What runs in each group: scripts of test/bench/ with the options that keep them short. */
const GROUPS: Readonly<Record<string, readonly string[]>> = {
  accounts: ["webhooks.ts --pairs 2"],
  rounds: [
    "derive.ts",
    "fairness.ts",
    "receipts.ts --runs 5",
    "tlog.ts",
    "keeper.ts",
    "audit.ts",
    "costly-reads.ts --windows 8",
    "hot-path.ts --requests 5000 --runs 3",
    "streams.ts --runs 1 --seconds 10",
    "beacon-outages.ts --minutes 5",
    "sandbox-start.ts",
  ],
  tables: [
    "weight.ts",
    "first-paint.ts --pairs 5",
    "idle.ts",
    "reveal.ts --runs 1",
    "watch.ts --seconds 60",
    "lateness.ts --seconds 30",
    "soak.ts --rounds 100 --mounts 10",
  ],
  // At most 20 minutes on two cores.
  reliability: [
    "wrong-clocks.ts --seconds 8",
    "lost-file.ts --turns 1",
    "overload.ts --seconds 15",
    "upgrade.ts --turns 1",
    "fuzz.ts",
    "simulate.ts --hours 12 --seconds 120",
    "mutants.ts",
    "portal.ts --windows 8 --tries 1",
    "payments.ts --pairs 3",
  ],
};

const asked = process.argv.slice(2);
const unknown = asked.filter((group) => GROUPS[group] === undefined);
if (unknown.length > 0) {
  console.error(
    `No group is called ${unknown.join(", ")}: name ${Object.keys(GROUPS).join(", ")}.`,
  );
  process.exit(2);
}

const failed: string[] = [];
for (const group of asked.length > 0 ? asked : Object.keys(GROUPS)) {
  const startMs = performance.now();
  for (const line of GROUPS[group] ?? []) {
    console.log(`\n${group}: test/bench/${line}`);
    const [script, ...options] = line.split(" ");
    const { status } = spawnSync(process.execPath, [`test/bench/${script}`, ...options], {
      stdio: "inherit",
    });
    if (status !== 0) {
      failed.push(line);
    }
  }
  console.log(`\n${group}: ${((performance.now() - startMs) / 60_000).toFixed(1)} minutes`);
}
if (failed.length > 0) {
  console.error(`\nFailed: ${failed.join("; ")}.`);
  process.exitCode = 1;
}
