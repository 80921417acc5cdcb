import { DatabaseSync } from "node:sqlite";
import { tablesOf } from "../../server/backup/tables.ts";

const ROWS = 3;
/** Above what a number of JavaScript can hold, which a copy must not round. */
const LARGE = 2n ** 53n + 1n;

/**
 * Puts rows into every table of a SQLite database: text of many alphabets, numbers of full length, nothing where a
 * column may be empty, and links to rows that come later.
 */
export function fillEveryTable(file: string): void {
  const db = new DatabaseSync(file, { enableForeignKeyConstraints: false });
  try {
    for (const { name, columns } of tablesOf(db)) {
      const info = db.prepare("select * from pragma_table_info(?)").all(name);
      const links = db
        .prepare('select "from" from pragma_foreign_key_list(?)')
        .all(name)
        .map((link) => link["from"]);
      const values = (row: number) =>
        info.map((column) => {
          const isKey = Number(column["pk"]) > 0 || links.includes(column["name"]);
          const type = String(column["type"]);
          if (links.includes(column["name"]) || column["name"] === "id") {
            return `k${links.includes(column["name"]) ? (row + 1) % ROWS : row}`;
          }
          if (column["notnull"] === 0 && row === 1) {
            return null;
          }
          if (type === "text") {
            return `${isKey ? "" : "x'\\\"\t\n"}Zz änderung 변경 😀 ${row}`;
          }
          return type === "bigint" ? LARGE + BigInt(row) : row;
        });
      const places = columns.map(() => "?").join(", ");
      const insert = db.prepare(`insert or ignore into ${name} values (${places})`);
      for (let row = 0; row < ROWS; row++) {
        insert.run(...values(row));
      }
    }
  } finally {
    db.close();
  }
}
