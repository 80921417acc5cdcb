import type { CaseData, ClaimData } from "../../src/account/office-data.ts";
import { parseDays } from "../access/end-date.ts";
import { InvalidInput } from "../access/errors.ts";
import { assignWithin, dismiss, unassignWithin, unknownCase } from "../payment/assign.ts";
import { balanceOf } from "../payment/balance.ts";
import type { Credited } from "../payment/credit.ts";
import { plansAt } from "../payment/plans.ts";
import type { Plan } from "../payment/plans.ts";
import { listReview } from "../payment/review.ts";
import type { ReviewCase, ReviewClaim } from "../payment/review.ts";
import { CENT, formatUsdt } from "../payment/usdt.ts";
import type { Store } from "../store/store.ts";
import { timeText } from "../store/stored-value.ts";
import { knownSenders, listAssigned } from "./arrivals.ts";
import { act, termFacts, termState } from "./route.ts";
import type { OfficeAnswer, OfficeContext, OfficeRequest, OfficeRoute } from "./route.ts";

const HERE = "/owner/review/";
const ASSIGNED_SHOWN = 20;
/** Payments that are compared with those of before, the oldest first: a query names so many at most. */
const MAX_SENDERS = 500;

/** What arrived and needs a decision, with everybody who says that it is theirs; and what was credited lately. */
export const REVIEW_ROUTE: OfficeRoute = {
  get: reviewPage,
  acts: {
    assign: act({
      change({ vault }, { field, nowMs }) {
        const { id, email, plan, days, force } = orderIn(field);
        const term = days === "" ? { plan } : { days: parseDays(days) };
        return async (within) => {
          const order = { id, email, term, force };
          const credited = await assignWithin(within, vault, order, nowMs);
          return { ...credited, balanceThen: await balanceOf(within, credited.accountId) };
        };
      },
      dependsOn: termState,
      async question(credited, { store }, { nowMs }) {
        const { accountId, plan, days, amount, balanceThen } = credited;
        const kept = balanceThen - (await balanceOf(store.db, accountId));
        const email = await emailOf(store, accountId);
        return {
          title: `Credit ${usdt(amount)}?`,
          facts: [
            ["Customer", email],
            ["Plan", termWords(plan, days)],
            ...termFacts(credited, nowMs),
            ["Spent on it", usdt(amount - kept)],
            ["To the balance", kept === 0 ? "nothing" : usdt(kept)],
          ],
          caution: differenceWords(credited, await plansAt(store.db, nowMs)),
          yes: `Credit ${plan} to ${email}`,
        };
      },
      done: () => ({ to: HERE, done: "assigned" }),
    }),
    dismiss: {
      async ask({ store }, { field }) {
        const id = field("id");
        const found = (await listReview(store)).find(
          (each) =>
            each.id === id ||
            each.claims.some((claim) => claim.id === id && claim.state === "review"),
        );
        if (found === undefined) {
          throw unknownCase(id);
        }
        return {
          title: `Dismiss ${formatUsdt(found.paid)} USDT?`,
          facts: [
            ["Paid", found.paidAtMs],
            ["From", found.from],
            ["To", found.to],
            ["Transaction", found.hash],
          ],
          caution:
            "It leaves this list for good. Nothing is credited or paid back: the sender gets nothing unless you send it back yourself.",
          yes: "Dismiss it",
        };
      },
      async work({ store }, { field, nowMs }) {
        await dismiss(store, field("id"), nowMs);
        return { to: HERE, done: "dismissed" };
      },
    },
    unassign: act({
      change:
        (_context, { field, nowMs }) =>
        (within) =>
          unassignWithin(within, field("id"), nowMs),
      dependsOn: termState,
      async question(withdrawn, { store }, { nowMs }) {
        const { accountId, plan, days, amount, endsAtMs } = withdrawn;
        const email = await emailOf(store, accountId);
        return {
          title: `Take back ${usdt(amount)}?`,
          facts: [
            ["Customer", email],
            ["Plan", termWords(plan, days)],
            ...termFacts(withdrawn, nowMs),
            ["The payment", "goes back to review"],
          ],
          caution:
            endsAtMs > nowMs ? "" : "Nothing else is paid for, so its keys will stop working.",
          yes: `Take ${plan} back from ${email}`,
        };
      },
      done: () => ({ to: HERE, done: "unassigned" }),
    }),
  },
};

async function reviewPage(
  { store }: OfficeContext,
  { nowMs }: OfficeRequest,
): Promise<OfficeAnswer> {
  const cases = await listReview(store);
  const addresses = cases
    .filter(({ claims }) => claims.length === 0)
    .map(({ from }) => from)
    .slice(0, MAX_SENDERS);
  const senders = await knownSenders(store, addresses);
  const sold = (await plansAt(store.db, nowMs)).map(({ name }) => name);
  return {
    name: "review",
    title: cases.length === 0 ? "Nothing to review" : `${cases.length} to decide`,
    data: {
      cases: cases.map((each) =>
        each.claims.length === 0
          ? unclaimedData(each, senders.get(each.from) ?? [], sold)
          : caseData(each, sold),
      ),
      plans: sold,
      assigned: (await listAssigned(store, ASSIGNED_SHOWN)).map((each) => ({
        id: each.id,
        atMs: each.creditedAtMs,
        words: `${usdt(each.amount)} to ${each.email ?? "(deleted)"}, ${each.plan}`,
      })),
    },
  };
}

function caseData(each: ReviewCase, sold: readonly string[]): CaseData {
  const accounts = new Set(each.claims.map(({ email }) => email)).size;
  return {
    ...transferData(each),
    words:
      accounts > 1
        ? [
            `${accounts} accounts say that it is theirs. Everybody can read it on the chain: ask who can show that the sender is theirs.`,
          ]
        : [],
    sameSender: null,
    claims: each.claims.map((claim) => claimData(claim, each.paidAtMs, sold)),
  };
}

function claimData(claim: ReviewClaim, paidAtMs: number, sold: readonly string[]): ClaimData {
  const { id, email, asked, plan, days, invoiceAtMs, namedAtMs, state, reason } = claim;
  // Somebody who only saw the transfer on the chain must have ordered after it.
  const isAfter = invoiceAtMs > paidAtMs ? " (after it was paid)" : "";
  const stands =
    state === "review" ? `It waits because ${causeOf(reason)}.` : state.replaceAll("_", " ");
  return {
    id,
    words: `${email ?? "(deleted)"} claimed it ${minuteOf(namedAtMs)}, for an invoice of ${usdt(asked)} for ${termWords(plan, days)}, made ${minuteOf(invoiceAtMs)}${isAfter}. ${stands}`,
    form:
      state === "review"
        ? { asksWhose: false, retiredPlan: sold.includes(plan) ? null : plan }
        : null,
  };
}

function unclaimedData(
  each: ReviewCase,
  knownAs: readonly string[],
  sold: readonly string[],
): CaseData {
  const { id, reason, nearly } = each;
  const plan = nearly?.plan ?? null;
  return {
    ...transferData(each),
    words: [
      ...(nearly === null
        ? []
        : [
            `Its amount is that of an invoice of ${nearly.email ?? "(deleted)"} for ${nearly.plan}.`,
          ]),
      // A hint and no proof: exchanges send for many from one address.
      ...(knownAs.length > 1
        ? [`Its sender has paid for ${knownAs.length} accounts before, as an exchange does.`]
        : []),
    ],
    sameSender: knownAs.length === 1 ? (knownAs[0] ?? null) : null,
    claims: [
      {
        id,
        words: `No account claims it. It waits because ${causeOf(reason)}.`,
        form: { asksWhose: true, retiredPlan: plan === null || sold.includes(plan) ? null : plan },
      },
    ],
  };
}

function transferData({ paid, paidAtMs, from, to, hash }: ReviewCase) {
  return { amount: formatUsdt(paid), paidAtMs, from, to, hash };
}

/** Why a payment waits, as a clause after "because". */
const CAUSES: Readonly<Record<string, string>> = {
  amount_mismatch: "it is not the amount of the invoice",
  no_invoice: "no invoice asks for this amount",
  too_old: "it was paid before the invoice was made",
  invoice_expired: "it came after the invoice had run out",
  account_deleted: "the account was deleted",
  unassigned: "its credit was taken back",
};

function causeOf(reason: string | null): string {
  return CAUSES[reason ?? ""] ?? `of this: ${(reason ?? "").replaceAll("_", " ")}`;
}

/** What is to be credited, as the form says it. */
function orderIn(field: OfficeRequest["field"]) {
  const [id, email] = [field("id"), field("email").toLowerCase()];
  const [plan, days] = [field("plan"), field("days")];
  if (id.startsWith("trf_") && email === "") {
    throw new InvalidInput("Nothing was credited: say whose payment it is.");
  }
  if ((plan === "") === (days === "")) {
    throw new InvalidInput("Nothing was credited: choose a plan, or say how many days it buys.");
  }
  return { id, email, plan, days, force: field("force") === "on" };
}

/** How far what was paid is from what the plan costs now. */
function differenceWords({ plan, days, amount }: Credited, sold: readonly Plan[]): string {
  const price = sold.find((each) => each.name === plan && each.days === days)?.price;
  // An invoice lets off less than a cent, to tell its payment from others.
  if (price === undefined || Math.abs(price - amount) < CENT) {
    return "";
  }
  const words =
    amount > price ? "more than that was paid and is spent on it." : "are missing and are waived.";
  return `${plan} costs ${usdt(price)} now, so ${usdt(Math.abs(price - amount))} ${words}`;
}

async function emailOf({ db }: Store, accountId: string): Promise<string> {
  const account = await db
    .selectFrom("account_user")
    .select("email")
    .where("id", "=", accountId)
    .executeTakeFirst();
  return account?.email ?? "(deleted)";
}

function termWords(plan: string, days: number): string {
  return plan === `${days} days` ? plan : `${plan}, ${days} days`;
}

const usdt = (micro: number) => `${formatUsdt(micro)} USDT`;

/** An instant to the minute, in UTC. */
function minuteOf(ms: number): string {
  return timeText(ms, (iso) => `${iso.slice(0, 16).replace("T", " ")} UTC`);
}
