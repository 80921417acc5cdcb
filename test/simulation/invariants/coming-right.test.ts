import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test } from "vitest";
import { whatIsMissing } from "./coming-right.ts";
import type { ComingRight } from "./coming-right.ts";

const CALM_FROM_MS = 1_000;
const NOW_MS = 91_000;
const up = (name: string) => ({ name, isUp: true, startFault: null });
const right = { missing: () => null };
const WELL: ComingRight = {
  agenda: { nowMs: NOW_MS },
  servers: [up("north"), up("south")],
  books: right,
  mails: right,
  webhooks: right,
};

/** What is missing of a world with so many heartbeats. */
function missing(world: Partial<ComingRight>, heartbeats = 2): string | null {
  const db = new DatabaseSync(":memory:");
  onTestFinished(() => db.close());
  db.exec("create table heartbeat (server text)");
  for (let number = 0; number < heartbeats; number++) {
    db.prepare("insert into heartbeat values (?)").run(String(number));
  }
  return whatIsMissing({ ...WELL, ...world }, db, CALM_FROM_MS);
}

test("a world in which everything has come right misses nothing", () => {
  expect(missing({})).toBeNull();
});

test("a server that is down is missing, with why it did not start", () => {
  const down = { name: "south", isUp: false, startFault: null };
  expect(missing({ servers: [up("north"), down] })).toBe("south is down: it has not started");
  const failed = { ...down, startFault: "no database" };
  expect(missing({ servers: [up("north"), failed] })).toBe("south is down: no database");
});

test("what dead servers have left is found", () => {
  expect(missing({}, 4)).toBe("2 dead servers have left their heartbeats");
});

test.each<readonly ["books" | "mails" | "webhooks", number]>([
  ["books", CALM_FROM_MS],
  ["mails", NOW_MS],
  ["webhooks", NOW_MS],
])("what is missing in the %s is told, by when it had to be there", (part, ms) => {
  expect(missing({ [part]: { missing: (_: DatabaseSync, at: number) => `by ${at}` } })).toBe(
    `by ${ms}`,
  );
});
