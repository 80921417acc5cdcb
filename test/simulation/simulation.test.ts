import { expect, test } from "vitest";
import { runScript } from "../support/command.ts";

const MAIN = "test/simulation/main.ts";
/** Two minutes of a service, and as long until everything has come right. */
const SHORT = ["--hours", "0.03"];

test("a simulated service breaks no promise, and is the same again, alone or after another one", async () => {
  const alone = ["--seed", "3", ...SHORT];
  const after = ["--seed", "2", "--seeds", "2", ...SHORT];
  const [one, other] = await Promise.all([runScript(MAIN, alone), runScript(MAIN, after)]);
  expect(one).toMatchObject({ code: 0, stderr: "" });
  expect(one.stdout).toMatch(/^seed 3: [0-9a-f]{64} after \d+ entries\n$/);
  expect(other.stdout).toMatch(/^seed 2: .*\nseed 3: /);
  expect(other.stdout.split("\n").slice(1).join("\n")).toBe(one.stdout);
});

test("what is broken is printed with the command that shows it again", async () => {
  const args = ["--seed", "1", "--hours", "0.1", "--mutant", "changes-unread"];
  const { code, stdout } = await runScript(MAIN, args);
  expect(code).toBe(1);
  expect(stdout).toContain("Broken: a revoked key never opens");
  expect(stdout).toContain(`Again: npm run simulate -- ${args.join(" ")}`);
});
