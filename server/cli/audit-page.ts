import type { Status, Verdict } from "../../src/fairness/check-names.ts";
import { games as NAMES } from "../../src/i18n/en/games.ts";
import { words as en } from "../../src/i18n/en/verify.ts";
import { escapeHtml } from "../http/html.ts";
import type { Audit } from "./audit-day.ts";
import { openingsWords } from "./audit-openings.ts";
import { printable } from "./printable.ts";

/** What `audit --json` prints. */
export interface AuditSummary extends Audit {
  /** The slug. */
  readonly game: string;
  /** The UTC day, such as 2026-07-01. */
  readonly date: string;
  /** The address that was asked; null: the data of the service itself was read. */
  readonly house: string | null;
  /** ISO 8601. */
  readonly checkedAt: string;
  readonly verdict: Verdict;
}

const SIGNS: Readonly<Record<Status, string>> = {
  pass: "holds",
  fail: "fails",
  word: "its word",
  open: "open",
  none: "—",
};

const VERDICTS: Readonly<Record<Verdict, string>> = {
  ...en.verdicts,
  refuted: "Refuted: a check fails.",
};

const STYLE = `
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 52rem; margin: 2rem auto; padding: 0 1rem; color: #1b1b1b; background: #fff; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: 0.4rem 0.8rem 0.4rem 0; border-top: 1px solid #ccc; overflow-wrap: anywhere; }
.fail, .refuted { color: #a40000; font-weight: 600; }
footer { color: #555; margin-top: 2rem; }
@media (prefers-color-scheme: dark) { body { color: #eee; background: #161616; } .fail, .refuted { color: #ff8a80; } footer { color: #aaa; } }
`;

/**
 * The summary as a page to publish: one file without scripts. What the house said stands in it as text, and
 * it names what was asked, so that a reader can audit the day himself.
 */
export function auditPage({
  game,
  date,
  house,
  checkedAt,
  verdict,
  rounds,
  openings,
  findings,
}: AuditSummary): string {
  const title = `Audit of ${NAMES[game]?.name ?? game}, ${date}`;
  const rows = findings.map(
    ({ status, title: name, words }) =>
      `<tr class="${status}"><td>${SIGNS[status]}</td><th scope="row">${text(name)}</th><td>${text(words)}</td></tr>`,
  );
  const source = house === null ? "the data of the service" : text(house);
  const command = `npm run -s audit -- ${game} ${date}${house === null ? "" : ` --base-url ${house}`}`;
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${text(title)}</title>
<style>${STYLE}</style>
<h1>${text(title)}</h1>
<p class="${verdict}">${VERDICTS[verdict]}</p>
<p>${rounds.ofDay} rounds, ${rounds.over} of them over, ${rounds.checked} records checked.${openings === null ? "" : ` ${text(openingsWords(openings))}`} Asked: ${source}, on <time>${checkedAt}</time>.</p>
<table>
${rows.join("\n")}
</table>
<footer><p>To check it yourself: <code>${text(command)}</code></p></footer>
`;
}

function text(words: string): string {
  return escapeHtml(printable(words));
}
