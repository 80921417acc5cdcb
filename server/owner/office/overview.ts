import { html } from "@lit-labs/ssr";
import { listBalances } from "../../payment/balance.ts";
import { plansAt } from "../../payment/catalog.ts";
import { formatUsdt } from "../../payment/usdt.ts";
import type { MicroUsdt } from "../../payment/usdt.ts";
import { customers } from "../customers.ts";
import type { Check, CheckCode } from "../health.ts";
import { checkList } from "../lists.ts";
import { revenue } from "../revenue.ts";
import type { OfficeAnswer, OfficeContext, OfficeRequest } from "./context.ts";
import { csvLink } from "./page-parts.ts";

const DAY_MS = 86_400_000;

const PARTS: Readonly<Record<CheckCode, string>> = {
  clock: "Clock",
  store: "Store",
  days: "Published days",
  beacons: "Beacons",
  disk: "Disk",
  payment_node: "Payment node",
  mail: "Mail",
  review: "Payments in review",
};

/** Who pays, who leaves, what waits, and whether everything is sound. */
export async function overview(
  { store, plans, mails, look }: OfficeContext,
  { query, nowMs }: OfficeRequest,
): Promise<OfficeAnswer> {
  const checks = mails === null ? withoutMail(await look()) : await look();
  if (query.has("csv")) {
    return { list: checkList(checks), name: "parts" };
  }
  let [accounts, paying, suspended, in7, in30] = [0, 0, 0, 0, 0];
  for await (const { endsAtMs, isSuspended } of customers(store, nowMs)) {
    const leftMs = (endsAtMs ?? 0) - nowMs;
    accounts += 1;
    suspended += isSuspended ? 1 : 0;
    paying += leftMs > 0 && !isSuspended ? 1 : 0;
    in7 += leftMs > 0 && leftMs <= 7 * DAY_MS ? 1 : 0;
    in30 += leftMs > 0 && leftMs <= 30 * DAY_MS ? 1 : 0;
  }
  const month = new Date(nowMs).toISOString().slice(0, 7);
  const sold = (await revenue(store)).filter((each) => each.month === month);
  const prices = await plansAt(store.db, plans, nowMs);
  const owed = await listBalances(store);
  // A payment that waits is work to do, and nothing unsound; nor is what is not set.
  const wrong = checks.filter((each) => markOf(each) === "wrong");
  const waiting = checks.find(({ code }) => code === "review")?.fault ?? null;
  const [toDo, well] = [
    checks.filter(({ fault }) => fault !== null),
    checks.filter(({ fault }) => fault === null),
  ];
  return {
    title: headline(wrong, mails !== null, waiting),
    soundness: wrong.length > 0 ? "wrong" : mails === null ? "waits" : "well",
    body: html`
      ${toDo.length === 0 ? "" : partTable(toDo)}
      <div class="figures">
        ${figure(
          "/owner/customers/",
          paying,
          `of ${accounts === 1 ? "1 account pays" : `${accounts} accounts pay`}${suspended > 0 ? `, ${suspended} suspended` : ""}`,
        )}
        ${figure("/owner/customers/?ending=7", in7, in7 === 1 ? "plan ends in 7 days" : "plans end in 7 days")}
        ${figure("/owner/customers/?ending=30", in30, in30 === 1 ? "plan ends in 30 days" : "plans end in 30 days")}
        ${figure("/owner/books/", usdt(sold.map((each) => each.sum)), "USDT of plans this month")}
        ${figure("/owner/books/", usdt(owed.map((each) => each.balance)), "USDT on balances")}
      </div>
      <h2>Sound ${csvLink("/owner/")}</h2>
      ${partTable(well)}
      <h2>On sale</h2>
      <table class="narrow">
        <tbody>
          ${prices.map(
            ({ name, days, price }) =>
              html`<tr>
                <td>${name}</td>
                <td>${name === `${days} days` ? "" : `${days} days`}</td>
                <td class="right">${formatUsdt(price)} USDT</td>
              </tr>`,
          )}
        </tbody>
      </table>
      <p><a href="/owner/plans/">Plans and prices</a></p>
    `,
  };
}

/** That nobody gets mail is how the service was set up: it is no fault, and no alert of it could be mailed. */
const NOT_SET = "Not set: nobody gets mail. Set SMTP_URL.";

function withoutMail(checks: readonly Check[]): Check[] {
  return checks.map(({ code, fault }) => ({
    code,
    fault: code === "mail" ? (fault ?? NOT_SET) : fault,
  }));
}

function markOf({ code, fault }: Check): "well" | "waits" | "wrong" {
  if (fault === null) {
    return "well";
  }
  return code === "review" || fault === NOT_SET ? "waits" : "wrong";
}

/** Whether everything is sound, in a sentence, and what is not. */
function headline(wrong: readonly Check[], isMailed: boolean, waiting: string | null): string {
  if (wrong.length > 0) {
    return `Not sound: ${wrong.map(({ code }) => PARTS[code].toLowerCase()).join(", ")}.`;
  }
  if (!isMailed) {
    return `Nobody gets mail. All else is sound. ${waiting ?? ""}`.trim();
  }
  return waiting === null ? "All is sound, and nothing waits for you." : `All is sound. ${waiting}`;
}

/** Parts of the service, with what is wrong with each and where to act. */
function partTable(checks: readonly Check[]) {
  return html`<table class="parts">
    <tbody>
      ${checks.map((check) => {
        const { code, fault } = check;
        return html`<tr>
          <td class=${markOf(check)}>${PARTS[code]}</td>
          <td class="words">
            ${fault ?? (code === "review" ? "None" : "Works")}
            ${code === "review" && fault !== null ? html`<a href="/owner/review/">Decide</a>` : ""}
            ${
              code === "mail"
                ? html`<a href="/owner/mails/"
                    >${markOf(check) === "wrong" ? "See the mails, and send a test" : "See the mails"}</a
                  >`
                : ""
            }
          </td>
        </tr>`;
      })}
    </tbody>
  </table>`;
}

function figure(to: string, value: string | number, words: string) {
  return html`<a href=${to}><b>${value}</b><span>${words}</span></a>`;
}

/** To the unit, as the books say it. */
function usdt(amounts: readonly MicroUsdt[]): string {
  return formatUsdt(amounts.reduce((one, other) => one + other, 0));
}
