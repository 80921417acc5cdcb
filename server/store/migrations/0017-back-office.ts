import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/** Who may open the back office, what they are told by mail, and which accounts they have suspended. */
export const backOffice: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("office_user")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("email", "text", (column) => column.notNull().unique())
    .addColumn("password", "text")
    .addColumn("totp_sealed", "text", (column) => column.notNull())
    .addColumn("totp_step", "bigint", (column) => column.notNull())
    .addColumn("misses", "integer", (column) => column.notNull())
    .addColumn("missed_at", "bigint", (column) => column.notNull())
    .addColumn("invite_digest", "text")
    .addColumn("invite_ends_at", "bigint")
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .execute();
  await db.schema
    .createTable("office_session")
    .addColumn("digest", "text", (column) => column.primaryKey().notNull())
    .addColumn("user_id", "text", (column) =>
      column.notNull().references("office_user.id").onDelete("cascade"),
    )
    .addColumn("ends_at", "bigint", (column) => column.notNull())
    .execute();
  await db.schema
    .createTable("office_alert")
    .addColumn("code", "text", (column) => column.primaryKey().notNull())
    .addColumn("since", "bigint", (column) => column.notNull())
    .addColumn("seen_at", "bigint", (column) => column.notNull())
    .addColumn("mailed_at", "bigint")
    .execute();
  await db.schema
    .createTable("suspension")
    .addColumn("account_id", "text", (column) => column.primaryKey().notNull())
    .addColumn("since", "bigint", (column) => column.notNull())
    .execute();
  await sql`alter table owner_act add column acted_by text`.execute(db);
}
