// Loaded before the operator: simulates a full disk while a file named FULL_DISK exists. SQLite then refuses any
// further page, with its messages and codes for a full disk.
import { existsSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";

const { exec } = DatabaseSync.prototype;
const NO_LIMIT = 4_294_967_294;

DatabaseSync.prototype.exec = function (sql) {
  if (sql.startsWith("BEGIN")) {
    // 1: no more pages than exist already.
    const pages = existsSync(process.env.FULL_DISK) ? 1 : NO_LIMIT;
    exec.call(this, `PRAGMA max_page_count = ${pages}`);
  }
  return exec.call(this, sql);
};
