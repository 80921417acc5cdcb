import { expect, test } from "vitest";
import { MUTANTS } from "../simulation/mutants.ts";
import { runScript } from "../support/command.ts";

const MAIN = "test/simulation/main.ts";

test("no promise is broken in fixed seeds", async () => {
  // Of both kinds: servers on one machine, and on two with a database elsewhere.
  const args = ["--seed", "4", "--seeds", "2", "--hours", "0.1"];
  expect(await runScript(MAIN, args)).toMatchObject({ code: 0, stderr: "" });
});

test("two minutes of fresh seeds; a failure prints its seed", async () => {
  const seed = String(Date.now() % 1_000_000_000);
  const args = ["--seed", seed, "--seeds", "1000", "--hours", "0.2", "--seconds", "120"];
  const { code, stdout, stderr } = await runScript(MAIN, args);
  expect({ code, again: /^Broken: .*\n.*$/m.exec(stdout)?.[0], stderr }).toEqual({
    code: 0,
    again: undefined,
    stderr: "",
  });
});

test.each(MUTANTS)("a fault that is put back is found: $fault", async ({ name, breaks, seed }) => {
  // Whatever does the service's work in another order changes what a seed does: one of the next finds it then.
  const args = ["--seed", String(seed), "--seeds", "40", "--hours", "0.1", "--mutant", name];
  const { code, stdout } = await runScript(MAIN, args);
  expect(code).toBe(1);
  expect(/^Broken: (.*)$/m.exec(stdout)?.[1]).toMatch(breaks);
});
