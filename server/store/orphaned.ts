import { errorCode } from "../runtime/error-code.ts";

/** What PostgreSQL says of a row whose owner is gone. */
const FOREIGN_KEY_VIOLATION = "23503";
/** SQLITE_CONSTRAINT_FOREIGNKEY of https://www.sqlite.org/rescode.html. */
const CONSTRAINT_FOREIGNKEY = 787;

/** Whether a row was refused since what it belongs to was deleted meanwhile. */
export function isOrphaned(error: unknown): boolean {
  const result = error instanceof Error && "errcode" in error ? Number(error.errcode) : 0;
  return result === CONSTRAINT_FOREIGNKEY || errorCode(error) === FOREIGN_KEY_VIOLATION;
}
