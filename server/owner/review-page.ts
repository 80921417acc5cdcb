import type { CaseData, ClaimData } from "../../src/account/office-data.ts";
import { parseDays } from "../access/end-date.ts";
import { InvalidInput } from "../access/invalid-input.ts";
import { readBalance } from "../payment/balance.ts";
import type { Credited } from "../payment/credit.ts";
import { plansOnSale } from "../payment/plans.ts";
import type { Plan } from "../payment/plans.ts";
import { assignWithin, dismiss } from "../payment/review-actions.ts";
import { listReview } from "../payment/review-list.ts";
import type { ReviewCase, ReviewClaim } from "../payment/review-list.ts";
import { CENT, formatUsdt } from "../payment/usdt.ts";
import type { Store } from "../store/store.ts";
import { timeText } from "../store/stored-value.ts";
import { action, termFacts, termState, termWords } from "./page-parts.ts";
import type { OfficeResponse, OfficeRequest, OfficeRoute } from "./page-parts.ts";

const HERE = "/owner/review/";

export const REVIEW_ROUTE: OfficeRoute = {
  get: reviewPage,
  actions: {
    assign: action({
      async change(transaction, { vault, field, nowMs }) {
        const credited = await assignWithin(transaction, vault, inputIn(field), nowMs);
        return { ...credited, balanceThen: await readBalance(transaction, credited.accountId) };
      },
      dependsOn: termState,
      async question({ store, nowMs }, credited) {
        const { accountId, plan, days, amount, balanceThen } = credited;
        const added = balanceThen - (await readBalance(store.db, accountId));
        const email = await emailOf(store, accountId);
        return {
          title: `Credit ${usdt(amount)}?`,
          facts: [
            ["Customer", email],
            ["Plan", termWords(plan, days)],
            ...termFacts(credited, nowMs),
            ["Spent on it", usdt(amount - added)],
            ["To the balance", added === 0 ? "nothing" : usdt(added)],
          ],
          caution: differenceWords(credited, await plansOnSale(store.db)),
          yes: `Credit ${plan} to ${email}`,
        };
      },
      done: () => ({ to: HERE, done: "assigned" }),
    }),
    dismiss: action({
      change: (transaction, { field, nowMs }) => dismiss(transaction, field("id"), nowMs),
      async question({ store, field }) {
        const id = field("id");
        const found = (await listReview(store)).find(
          (review) => review.id === id || review.claims.some((claim) => claim.id === id),
        ) as ReviewCase;
        return {
          title: `Dismiss ${found.paid} USDT?`,
          facts: [
            ["Paid", found.paidAtMs],
            ["From", found.from],
            ["To", found.to],
            ["Transaction", found.hash],
          ],
          caution:
            "The payment is removed from this list permanently. Nothing is credited or refunded: the sender gets nothing unless you send the money back yourself.",
          yes: "Dismiss it",
        };
      },
      done: () => ({ to: HERE, done: "dismissed" }),
    }),
  },
};

async function reviewPage({ store }: OfficeRequest): Promise<OfficeResponse> {
  const cases = await listReview(store);
  const sold = (await plansOnSale(store.db)).map(({ name }) => name);
  return {
    name: "review",
    title: cases.length === 0 ? "Nothing to review" : `${cases.length} to decide`,
    data: {
      cases: cases.map((review) => caseData(review, sold)),
      plans: sold,
    },
  };
}

function caseData(review: ReviewCase, sold: readonly string[]): CaseData {
  const { id, claims, nearly, reason, paid, paidAtMs, from, to, hash } = review;
  const accounts = new Set(claims.map(({ email }) => email)).size;
  const words = [
    accounts > 1 &&
      `${accounts} accounts claim this payment, and anyone can see it on the chain. Ask the claimants to prove that they control the sender's address.`,
    accounts === 0 &&
      nearly !== null &&
      `The amount matches an invoice of ${nearly.email ?? "(deleted)"} for ${nearly.plan}.`,
  ];
  const retired = (plan: string | undefined) =>
    plan === undefined || sold.includes(plan) ? null : plan;
  const unclaimed: ClaimData = {
    id,
    words: `No account claims this payment. It is in review because ${causeOf(reason)}.`,
    form: { asksForAccount: true, retiredPlan: retired(nearly?.plan) },
  };
  return {
    amount: paid,
    paidAtMs,
    from,
    to,
    hash,
    words: words.filter((text) => text !== false),
    claims:
      accounts === 0
        ? [unclaimed]
        : claims.map((claim) => ({
            id: claim.id,
            words: claimWords(claim, paidAtMs),
            form:
              claim.state === "review"
                ? { asksForAccount: false, retiredPlan: retired(claim.plan) }
                : null,
          })),
  };
}

function claimWords(claim: ReviewClaim, paidAtMs: number): string {
  const { email, asked, plan, days, invoiceAtMs, namedAtMs, state, reason } = claim;
  // A stranger who only saw the transfer on the chain must have ordered after it.
  const isAfter = invoiceAtMs > paidAtMs ? " (after the payment)" : "";
  const status =
    state === "review"
      ? `The payment is waiting because ${causeOf(reason)}.`
      : state.replaceAll("_", " ");
  return `${email ?? "(deleted)"} claimed this payment on ${formatMinute(namedAtMs)}, for an invoice of ${usdt(asked)} for ${termWords(plan, days)}, made on ${formatMinute(invoiceAtMs)}${isAfter}. ${status}`;
}

/** Why a payment is in review, as a clause after "because". */
const CAUSES: Readonly<Record<string, string>> = {
  amount_mismatch: "its amount does not match the invoice",
  no_invoice: "no invoice asks for this amount",
  too_old: "it was paid before the invoice was made",
  invoice_expired: "it came after the invoice had expired",
  account_deleted: "the account was deleted",
};

function causeOf(reason: string | null): string {
  return CAUSES[reason ?? ""] ?? `of this: ${(reason ?? "").replaceAll("_", " ")}`;
}

function inputIn(field: OfficeRequest["field"]) {
  const [id, email] = [field("id"), field("email").toLowerCase()];
  const [plan, days] = [field("plan"), field("days")];
  if (id.startsWith("trf_") && email === "") {
    throw new InvalidInput("Nothing was credited. Enter the account.");
  }
  if ((plan === "") === (days === "")) {
    throw new InvalidInput("Nothing was credited. Choose a plan or enter the number of days.");
  }
  const term = days === "" ? { plan } : { days: parseDays(days) };
  return { id, email, term, force: field("force") === "on" };
}

function differenceWords({ plan, days, amount }: Credited, sold: readonly Plan[]): string {
  const price = sold.find((offered) => offered.name === plan && offered.days === days)?.price;
  // Differences below a cent identify the invoice.
  if (price === undefined || Math.abs(price - amount) < CENT) {
    return "";
  }
  const words =
    amount > price
      ? "more was paid; it is spent on the plan as well."
      : "is missing and is waived.";
  return `${plan} costs ${usdt(price)} now. ${usdt(Math.abs(price - amount))} ${words}`;
}

async function emailOf({ db }: Store, accountId: string): Promise<string> {
  const account = await db
    .selectFrom("account_user")
    .select("email")
    .where("id", "=", accountId)
    .executeTakeFirst();
  return account?.email ?? "(deleted)";
}

const usdt = (micro: number) => `${formatUsdt(micro)} USDT`;

function formatMinute(ms: number): string {
  return timeText(ms, (iso) => `${iso.slice(0, 16).replace("T", " ")} UTC`);
}
