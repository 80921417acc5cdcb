// Loaded before the operator. Kills it like `kill -9` at the moment in DIES_AT: an action, its count, and before or
// after, such as "COMMIT 3 before".
import { DatabaseSync, StatementSync } from "node:sqlite";

const [, wanted, nth, when] = /^(.+) (\d+) (before|after)$/.exec(process.env.DIES_AT) ?? [];
let count = 0;

function step(name, act) {
  const isDue = name.startsWith(wanted) && (count += 1) === Number(nth);
  if (isDue && when === "before") process.kill(process.pid, "SIGKILL");
  const result = act();
  if (isDue && when === "after") process.kill(process.pid, "SIGKILL");
  return result;
}

const { exec } = DatabaseSync.prototype;
DatabaseSync.prototype.exec = function (sql) {
  return step(sql, () => exec.call(this, sql));
};
const { run } = StatementSync.prototype;
StatementSync.prototype.run = function (...values) {
  return step(this.sourceSQL, () => run.apply(this, values));
};
const { fetch } = globalThis;
globalThis.fetch = async (address, init) => {
  const name = `fetch ${new URL(address).pathname.split("/").at(-1)}`;
  const response = await step(`ask ${name}`, () => fetch(address, init));
  return step(name, () => response);
};
