import { sql } from "kysely";
import type { StoreMigration } from "../../server/store/migration.ts";
import { MIGRATIONS as PRESENT } from "../../server/store/migrations.ts";

/*
 * The present version and the next one, for processes that `versions.ts` makes either of them. What was one column
 * becomes two, in a table that only these two know.
 */

/** How many rows are carried over, so that there is a middle to be killed in. */
const ROWS = 200;

const first: StoreMigration = {
  async up(db) {
    await db.schema
      .createTable("trial")
      .addColumn("id", "integer", (column) => column.primaryKey().notNull())
      .addColumn("whole", "text", (column) => column.notNull().defaultTo(""))
      .execute();
    for (let id = 0; id < ROWS; id += 50) {
      const rows = Array.from({ length: 50 }, (_, at) => `(${id + at}, 'a${id + at} b')`);
      await sql.raw(`insert into trial (id, whole) values ${rows.join()}`).execute(db);
    }
  },
  async down(db) {
    await db.schema.dropTable("trial").execute();
  },
};

const second: StoreMigration = {
  async up(db) {
    await db.schema.alterTable("trial").addColumn("half", "text").execute();
    await sql`update trial set half = substr(whole, 1, length(whole) - 2)`.execute(db);
    await db.schema.createIndex("trial_half").on("trial").column("half").execute();
    await db.schema.createTable("trial_news").addColumn("id", "integer").execute();
    await sql`insert into trial_news select id from trial`.execute(db);
  },
  async down(db) {
    await db.schema.dropTable("trial_news").execute();
    await db.schema.dropIndex("trial_half").execute();
    await db.schema.alterTable("trial").dropColumn("half").execute();
  },
  async finish(db) {
    await sql`update trial set half = substr(whole, 1, length(whole) - 2) where half is null`.execute(
      db,
    );
    await db.schema.alterTable("trial").dropColumn("whole").execute();
  },
};

export const FIRST = "9001-trial";
export const SECOND = "9002-trial-halves";

export const MIGRATIONS =
  process.env["TRIAL_VERSION"] === "next"
    ? { ...PRESENT, [FIRST]: first, [SECOND]: second }
    : { ...PRESENT, [FIRST]: first };
