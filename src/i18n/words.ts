import type { accountEn } from "./en/account.ts";
import type { words as bets } from "./en/bets.ts";
import type { words as closedTable } from "./en/closed-table.ts";
import type { words as facts } from "./en/facts.ts";
import type { words as lobby } from "./en/lobby.ts";
import type { words as proof } from "./en/proof.ts";
import type { words as replay } from "./en/replay.ts";
import type { words as table } from "./en/table.ts";
import type { words as verify } from "./en/verify.ts";

/*
 * English says which words there are: a language that lacks one, or has one too many, has the wrong type.
 * In texts `{name}` stands for a value and # for a number.
 */

/** Every word that a table always needs. Numbers are formatted by the caller. */
export type Words = typeof table;
/** What is loaded with the part that says it. */
export type BetsWords = typeof bets;
export type FactsWords = typeof facts;
export type LobbyWords = typeof lobby;
export type ProofWords = typeof proof;
export type ReplayWords = typeof replay;
export type VerifyWords = typeof verify;
/** What players read in place of a table that is not served; server/http/refusal.ts has the reason beneath it. */
export type ClosedTableWords = typeof closedTable;
/** The account pages and mails. Functions insert values. */
export type AccountWords = typeof accountEn;
/** The plain text of a mail. */
export type MailWords = ReturnType<AccountWords["mails"]["verify"]>;
