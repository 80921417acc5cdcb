import type { BeaconChain } from "../../src/fairness/chain.ts";
import { checkHeader, isInTime } from "../../src/fairness/check-header.ts";
import { CHECKS } from "../../src/fairness/check-names.ts";
import type { Check, CheckName } from "../../src/fairness/check-names.ts";
import { checkOdds } from "../../src/fairness/check-odds.ts";
import { logEntryOf } from "../../src/fairness/header.ts";
import type { SignedHeader } from "../../src/fairness/header.ts";
import { FieldError, readHeader } from "../../src/fairness/read-untrusted.ts";
import { dayOfDate } from "../../src/fairness/utc-day.ts";
import type { Game } from "../../src/games/contract.ts";
import { timingOf } from "../../src/games/timing.ts";
import { words as en } from "../../src/i18n/en/verify.ts";
import { explain } from "../../src/i18n/verify-words.ts";
import { lastFinishedRound } from "../../src/round/phases.ts";
import { sameBytes } from "../../src/tlog/base64.ts";
import { StartError } from "../runtime/start-error.ts";
import { auditLog } from "./audit-log.ts";
import { countOpenings, openingsFinding } from "./audit-openings.ts";
import type { Openings } from "./audit-openings.ts";
import { auditRecords } from "./audit-records.ts";
import type { AuditedRound } from "./audit-records.ts";
import { compareKept, compareListed, listRounds } from "./audit-results.ts";
import type { ListedRounds } from "./audit-results.ts";
import type { Finding } from "./finding.ts";
import type { House } from "./house.ts";
import { loadTimeEvidence } from "./time-evidence.ts";
import type { TimeOptions } from "./time-evidence.ts";

/** What a day is audited with. */
export interface AuditOrder {
  readonly house: House;
  readonly game: Game;
  readonly date: string;
  /** The pinned keys, 64 hex digits each; without any those count that the house shows. */
  readonly pinned: readonly string[];
  readonly chains: readonly BeaconChain[];
  readonly nowMs: number;
  /** What says when the header was promised, and whom the user believes. */
  readonly timeOptions?: TimeOptions;
  /** The address of the house, where its log is; undefined: its store is read. */
  readonly address?: string;
  /** The header of the day as the user kept it. The rounds are then held against this one. */
  readonly keptHeader?: SignedHeader;
  /** Entries of the house's results as the user kept them, such as those he paid by; of any rounds. */
  readonly keptResults?: readonly unknown[];
  /** Records as the user kept them while bets were open; of any rounds. */
  readonly keptRecords?: readonly unknown[];
}

/** What an audit came to. */
export interface Audit {
  /** How many rounds the day has, are over, and have a record that was read. */
  readonly rounds: { readonly ofDay: number; readonly over: number; readonly checked: number };
  /** How the rounds that are over went, by their receipts; null for a day of `tbs/1`, which has none. */
  readonly openings: Openings | null;
  readonly findings: readonly Finding[];
}

const HEADER_TITLE = "The header of the day";
/** A fair day is this far off once in a million days. */
const SUSPICIOUS = 1e-6;
/** Of the rounds that fail a check, so many are named. */
const NAMED = 5;
/** Clocks differ: a round is looked at when it has been over for so long. */
const GRACE_MS = 60_000;

/**
 * Checks a whole day: its header, every round that is over, the results that operators pay by, and
 * their odds. What the house does not answer is left open, and the rest is still reported.
 *
 * @throws StartError when there is no header, neither the house's nor a kept one.
 */
export async function auditDay(order: AuditOrder): Promise<Audit> {
  const { house, game, date, chains, nowMs } = order;
  const day = dayOfDate(date) as number;
  const { header, findings: headerFindings } = await headerOfDay(order, day);
  if (header.game !== game.slug || header.date !== date) {
    const words = `What is told is the header of ${header.date} of ${header.game}.`;
    return {
      rounds: { ofDay: 0, over: 0, checked: 0 },
      openings: null,
      findings: [{ status: "fail", title: HEADER_TITLE, words }],
    };
  }
  const shown = order.pinned.length > 0 ? [] : await orElse(house.keys(), []);
  const dayBefore = isInTime(header)
    ? undefined
    : await orElse(house.header(game, day - 1), undefined);
  const finished = lastFinishedRound(nowMs - GRACE_MS, timingOf(game, header.entropy));
  const last = Math.min(finished, header.firstRound + header.count - 1);
  const rounds = Array.from(
    { length: Math.max(0, last - header.firstRound + 1) },
    (_, index) => header.firstRound + index,
  );
  const time = await loadTimeEvidence(order.timeOptions ?? {}, header, { address: order.address });
  const audited = await auditRecords(house, game, rounds, {
    header,
    chains,
    given: { dayBefore, time },
    kept: order.keptRecords ?? [],
  });
  const listed = await listRounds(house, game, header.firstRound, last);
  const openings = header.version === "tbs/1" ? null : countOpenings(audited);
  const findings = [
    ...headerFindings,
    ...checkHeader(header, { pinned: order.pinned, shown }).map(findingOf),
    ...(order.address === undefined ? [] : [await auditLog(order.address, header)]),
    ...countFindings(audited, header),
    ...CHECKS.flatMap((name) => roundsFinding(name, audited)),
    ...(openings === null ? [] : [openingsFinding(openings)]),
    ...resultsFindings(audited, listed),
    ...(order.keptResults === undefined ? [] : [keptResultsFinding(audited, order.keptResults)]),
    oddsFinding(game, audited),
    ...(header.entropy === "seed" ? [seedModeFinding()] : []),
  ];
  const checked = audited.filter(({ outcome }) => outcome !== undefined).length;
  return { rounds: { ofDay: header.count, over: audited.length, checked }, openings, findings };
}

/** The header that the day is held against, and what the house's own is beside a kept one. */
async function headerOfDay(
  { house, game, date, keptHeader }: AuditOrder,
  day: number,
): Promise<{ header: SignedHeader; findings: Finding[] }> {
  if (keptHeader === undefined) {
    const answer = await house.header(game, day);
    if (answer === null) {
      throw new StartError(`${date} of ${game.slug} was not published by this service.`);
    }
    return { header: readHeader(answer), findings: [] };
  }
  const finding = (status: Finding["status"], words: string) => ({
    header: keptHeader,
    findings: [{ status, title: HEADER_TITLE, words }],
  });
  try {
    const answer = await house.header(game, day);
    if (answer === null) {
      return finding("fail", "You kept a header of this day, and the house shows none.");
    }
    return sameBytes(logEntryOf(readHeader(answer)), logEntryOf(keptHeader))
      ? finding("pass", "The house shows the one that you kept.")
      : finding("fail", "The house shows another one than you kept.");
  } catch (error) {
    if (error instanceof FieldError) {
      return finding("fail", `You kept one, and the house’s cannot be read: ${error.message}`);
    }
    if (!(error instanceof StartError)) {
      throw error;
    }
    return finding(
      "open",
      `The house’s could not be compared with the one you kept: ${error.message}`,
    );
  }
}

/** What is not had leaves a check open; it does not end the audit. */
async function orElse<T, Else>(work: Promise<T>, otherwise: Else): Promise<T | Else> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof StartError)) {
      throw error;
    }
    return otherwise;
  }
}

function findingOf(check: Check): Finding {
  return { status: check.status, title: en.checks[check.name].title, words: explain(check, en) };
}

function countFindings(audited: readonly AuditedRound[], { count }: SignedHeader): Finding[] {
  const title = "Every round is told";
  const lost = audited.filter(({ missingReason }) => missingReason !== null);
  const missing = audited.filter(
    ({ missingReason, outcome }) => missingReason === null && outcome === undefined,
  );
  const roundsOf = (some: readonly AuditedRound[]) => named(some.map(({ round }) => round));
  const findings: Finding[] = [];
  if (missing.length > 0) {
    const words = `${missing.length} of ${audited.length} rounds that are over are not told: ${roundsOf(missing)}.`;
    findings.push({ status: "fail", title, words });
  }
  if (lost.length > 0) {
    const words = `${lost.length} of ${audited.length} records could not be had: ${roundsOf(lost)}. ${lost[0]?.missingReason}`;
    findings.push({ status: "open", title, words });
  }
  if (findings.length === 0) {
    const words = `${audited.length} of the day’s ${count} rounds are over, and none is missing.`;
    findings.push({ status: "pass", title, words });
  }
  return findings;
}

/** How one check came out for all rounds: as badly as for the worst of them. */
function roundsFinding(name: CheckName, audited: readonly AuditedRound[]): Finding[] {
  const found = audited.flatMap(({ round, checks }) =>
    checks.filter((check) => check.name === name).map((check) => ({ round, check })),
  );
  const [first] = found;
  if (first === undefined) {
    return [];
  }
  const title = en.checks[name].title;
  for (const status of ["fail", "open", "word"] as const) {
    const bad = found.filter(({ check }) => check.status === status);
    const [worst] = bad;
    if (worst !== undefined) {
      const rounds = named(bad.map(({ round }) => round));
      const words = `${bad.length} of ${found.length} rounds: ${rounds}. ${explain(worst.check, en)}`;
      return [{ status, title, words }];
    }
  }
  const words =
    first.check.status === "none" ? explain(first.check, en) : `All ${found.length} rounds.`;
  return [{ status: first.check.status, title, words }];
}

function resultsFindings(audited: readonly AuditedRound[], listed: ListedRounds): Finding[] {
  const { title } = en.checks.results;
  if (!listed.isInOrder) {
    const words = "The house’s list of results is none: not each round once, the latest first.";
    return [{ status: "fail", title, words }];
  }
  const { other, open } = compareListed(audited, listed);
  const findings: Finding[] = [];
  if (other.length > 0) {
    const words = `${other.length} of ${audited.length} rounds are missing from the house’s list of results, or are otherwise there: ${named(other)}.`;
    findings.push({ status: "fail", title, words });
  }
  if (open.length > 0) {
    const words = `${open.length} of ${audited.length} rounds could not be compared: ${named(open)}. ${listed.missingReason ?? ""}`;
    findings.push({ status: "open", title, words: words.trimEnd() });
  }
  return findings.length > 0
    ? findings
    : [{ status: "pass", title, words: `All ${audited.length} rounds, as their records say.` }];
}

function keptResultsFinding(audited: readonly AuditedRound[], kept: readonly unknown[]): Finding {
  const title = "The results you kept";
  const { other, open, equal } = compareKept(audited, kept);
  if (other.length > 0) {
    const words = `${other.length} of the results you kept differ from the records of their rounds: ${named(other)}.`;
    return { status: "fail", title, words };
  }
  if (open.length > 0) {
    const words = `${open.length} of the results you kept could not be compared: ${named(open)}.`;
    return { status: "open", title, words };
  }
  return equal === 0
    ? { status: "open", title, words: "None of them is of a round of this day that is over." }
    : { status: "pass", title, words: `${equal} rounds, as their records say.` };
}

function oddsFinding(game: Game, audited: readonly AuditedRound[]): Finding {
  const title = "Odds";
  const odds = checkOdds(
    game,
    audited.flatMap(({ winner }) => winner ?? []),
  );
  if (odds === null) {
    return { status: "open", title, words: "Too few rounds to say anything of the odds." };
  }
  const { chiSquare, freedom, probability } = odds;
  return {
    status: probability < SUSPICIOUS ? "fail" : "pass",
    title,
    words: `Chi-square ${chiSquare.toFixed(2)} with ${freedom} degrees of freedom: fair days are as far off in ${(100 * probability).toFixed(1)} of 100.`,
  };
}

function seedModeFinding(): Finding {
  return { status: "none", title: "Mode", words: en.seedMode };
}

function named(rounds: readonly number[]): string {
  const some = rounds.slice(0, NAMED).join(", ");
  return rounds.length > NAMED ? `${some}, …` : some;
}
