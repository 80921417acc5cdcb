// Given to a process by `--import`: it is of the present version, or of the next one, by TRIAL_VERSION; and it is
// killed, as by `kill -9`, before its statement number KILL_AT.
import { registerHooks } from "node:module";
import { DatabaseSync } from "node:sqlite";
import pg from "pg";

const PRESENT = "/server/store/migrations.ts";
const TRIAL = new URL("trial-migrations.ts", import.meta.url).href;

registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context);
    return found.url.endsWith(PRESENT) && context.parentURL !== TRIAL
      ? { ...found, url: TRIAL }
      : found;
  },
});

const killAt = Number(process.env["KILL_AT"] ?? Infinity);
let counted = 0;
process.on("exit", () => process.stderr.write(`statements: ${counted}\n`));

/** Counts a statement that may change something. */
function count(statement: string): void {
  if (/^\s*(?:select (?!pg_)|pragma)/i.test(statement)) {
    return;
  }
  counted += 1;
  if (counted === killAt) {
    process.kill(process.pid, "SIGKILL");
  }
}

for (const name of ["prepare", "exec"] as const) {
  const original = DatabaseSync.prototype[name];
  Object.assign(DatabaseSync.prototype, {
    [name](this: DatabaseSync, ...given: [statement: string]) {
      count(given[0]);
      return Reflect.apply(original, this, given) as unknown;
    },
  });
}

const { query } = pg.Client.prototype;
Object.assign(pg.Client.prototype, {
  query(this: pg.Client, ...given: [string | { text: string }, ...unknown[]]) {
    const answer: unknown = Reflect.apply(query, this, given);
    // Sent already: the server may do it or not.
    count(typeof given[0] === "string" ? given[0] : given[0].text);
    return answer;
  },
});
