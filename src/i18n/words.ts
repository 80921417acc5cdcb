import type { accountEn } from "./en/account.ts";
import type { words as lobby } from "./en/lobby.ts";
import type { words as parts } from "./en/parts.ts";
import type { words as table } from "./en/table.ts";
import type { words as verify } from "./en/verify.ts";

/*
 * The English words define the types, so a language with missing or extra words does not compile. In strings, `{name}`
 * is a value and # a number.
 */

/** The words that every table needs. Numbers are formatted by the caller. */
export type Words = typeof table;
/** The words of parts that are loaded on demand. */
export type PartWords = typeof parts;
export type LobbyWords = typeof lobby;
export type VerifyWords = typeof verify;
/** The words of the account pages and emails. Functions insert values. */
export type AccountWords = typeof accountEn;
/** The subject and plain text of an email. */
export type EmailWords = ReturnType<AccountWords["emails"]["verify"]>;
