// Loaded before the operator: its disk is full while there is a file named FULL_DISK. SQLite refuses a page
// more then, with the words and codes that it has for a full disk.
import { existsSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";

const { exec } = DatabaseSync.prototype;
const NO_LIMIT = 4_294_967_294;

DatabaseSync.prototype.exec = function (sql) {
  if (sql.startsWith("BEGIN")) {
    // One page: as many as there are already.
    const pages = existsSync(process.env.FULL_DISK) ? 1 : NO_LIMIT;
    exec.call(this, `PRAGMA max_page_count = ${pages}`);
  }
  return exec.call(this, sql);
};
