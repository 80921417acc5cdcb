import { DatabaseSync } from "node:sqlite";
import { columnsOf, COPIED_TABLES } from "../../server/store/table-rows.ts";

const ROWS = 3;
/** Beyond the precise integers of JavaScript, which a copy must not round. */
const LARGE = 2n ** 53n + 1n;

/**
 * Inserts rows into every table of a SQLite database: text in many alphabets, numbers of full length, null where a
 * column may be empty, and links to later rows.
 */
export function fillEveryTable(file: string): void {
  const db = new DatabaseSync(file, { enableForeignKeyConstraints: false });
  try {
    for (const name of COPIED_TABLES) {
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
          return type === "text"
            ? `${isKey ? "" : "x'\\\"\t\n"}Zz änderung 변경 😀 ${row}`
            : LARGE + BigInt(row);
        });
      const places = columnsOf(name)
        .map(() => "?")
        .join(", ");
      const insert = db.prepare(`insert or ignore into ${name} values (${places})`);
      for (let row = 0; row < ROWS; row++) {
        insert.run(...values(row));
      }
    }
  } finally {
    db.close();
  }
}
