import { expect, test } from "vitest";
import { MUTANTS } from "../simulation/mutants.ts";
import { runScript } from "../support/command.ts";

const MAIN = "test/simulation/main.ts";
/** Enough of both kinds of servers: on one machine, and on two with a database. */
const TRIED = ["--seed", "1", "--seeds", "12", "--hours", "0.5"];

test("no promise is broken in fixed seeds", async () => {
  expect(await runScript(MAIN, TRIED)).toMatchObject({ code: 0, stderr: "" });
});

test("no promise is broken in two minutes of fresh seeds", async () => {
  const seed = String(Date.now() % 1_000_000_000);
  const args = ["--seed", seed, "--seeds", "1000", "--hours", "1", "--seconds", "120"];
  // A failure shows the seed and the command that repeats it.
  expect(await runScript(MAIN, args)).toMatchObject({ code: 0, stderr: "" });
});

test.each(MUTANTS)("a fault that is put back is found: $fault", async ({ name, breaks }) => {
  const { code, stdout } = await runScript(MAIN, [...TRIED, "--mutant", name]);
  expect(code).toBe(1);
  expect(/^Broken: (.*)$/m.exec(stdout)?.[1]).toMatch(breaks);
});
