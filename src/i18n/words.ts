import type { accountEn } from "./en/account.ts";
import type { words as lobby } from "./en/lobby.ts";
import type { words as parts } from "./en/parts.ts";
import type { words as table } from "./en/table.ts";
import type { words as verify } from "./en/verify.ts";

/*
 * English says which words there are: a language that lacks one, or has one too many, has the wrong type.
 * In texts `{name}` stands for a value and # for a number.
 */

/** Every word that a table always needs. Numbers are formatted by the caller. */
export type Words = typeof table;
/** What is loaded with the part that says it. */
export type PartWords = typeof parts;
export type LobbyWords = typeof lobby;
export type VerifyWords = typeof verify;
/** The account pages and mails. Functions insert values. */
export type AccountWords = typeof accountEn;
/** The plain text of a mail. */
export type MailWords = ReturnType<AccountWords["mails"]["verify"]>;
