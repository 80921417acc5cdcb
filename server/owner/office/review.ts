import { html } from "@lit-labs/ssr";
import { plansAt } from "../../payment/catalog.ts";
import { ReviewError } from "../../payment/errors.ts";
import { dismiss, listReview } from "../../payment/review.ts";
import { tryOut } from "../../payment/trial.ts";
import { formatUsdt } from "../../payment/usdt.ts";
import { serialized } from "../../store/serialized.ts";
import { listAssigned } from "../assigned.ts";
import { knownSenders } from "../known-senders.ts";
import { assignedList, reviewList } from "../money-lists.ts";
import type { Done, OfficeAnswer, OfficeContext, OfficeRequest } from "./context.ts";
import { csvLink, minuteOf } from "./page-parts.ts";
import type { View } from "./page.ts";
import { caseCard, unmatchedCard } from "./review-cards.ts";
import { creditWith, orderIn, REVIEW, trialView } from "./review-credit.ts";
import { dismissView } from "./review-dismiss.ts";
import { takeBack, takeBackView } from "./review-take-back.ts";
import { TRY } from "./typed.ts";

const SHOWN = 20;
const MAX_IN_FILE = 10_000;
/** Payments that are compared with those of before, the oldest first: a query names so many at most. */
const MAX_SENDERS = 500;

/** What arrived and needs a decision, with everybody who says that it is theirs; and what was decided lately. */
export async function reviewPage(
  { store, plans, explorerUrl }: OfficeContext,
  { query, typed, nowMs }: OfficeRequest,
): Promise<OfficeAnswer> {
  if (query.has("csv") && query.get("list") === "assigned") {
    return { list: assignedList(await listAssigned(store, MAX_IN_FILE)), name: "assigned" };
  }
  const all = await listReview(store);
  if (query.has("csv")) {
    return { list: reviewList(all), name: "review" };
  }
  const isClaimed = ({ claims }: (typeof all)[number]) =>
    claims.some(({ state }) => state === "review");
  const cases = all.filter(isClaimed);
  const unmatched = all.filter((each) => !isClaimed(each));
  const assigned = await listAssigned(store, SHOWN);
  const senders = await knownSenders(
    store,
    unmatched.slice(0, MAX_SENDERS).map(({ from }) => from),
  );
  const sold = await plansAt(store.db, plans, nowMs);
  const waiting = cases.length + unmatched.length;
  return {
    title: waiting === 0 ? "Nothing waits for you" : "Review",
    body: html`
      ${waiting === 0 ? "" : html`<p>${waiting} to decide · ${csvLink(REVIEW)}</p>`}
      ${cases.map((each) => caseCard(each, sold, explorerUrl, typed))}
      ${unmatched.map((each) =>
        unmatchedCard(each, senders.get(each.from) ?? [], sold, explorerUrl, typed),
      )}
      ${assigned.length === 0 ? "" : html`<h2>Credited by hand ${csvLink(REVIEW, { list: "assigned" })}</h2>`}
      ${assigned.map(
        ({ id, email, plan, amount, creditedAtMs }) =>
          html`<form class="act" method="post" action=${REVIEW}>
            <input type="hidden" name="id" value=${id} />
            <span
              >${minuteOf(creditedAtMs)}: ${formatUsdt(amount)} USDT to ${email ?? "(deleted)"},
              ${plan}</span
            >
            <button class="quiet" name="do" value=${`${TRY}unassign`}>Take back…</button>
          </form>`,
      )}
    `,
  };
}

/** Does what a form of the review asks for, each in two steps: what it does is shown first. */
export async function decide(
  context: OfficeContext,
  { field, nowMs }: OfficeRequest,
): Promise<Done | View> {
  const { store, plans } = context;
  const [to, id] = [REVIEW, field("id")];
  switch (field("do")) {
    case `${TRY}assign`: {
      const order = orderIn(field);
      const sold = await plansAt(store.db, plans, nowMs);
      const trial = await tryOut(store, creditWith(context, order, nowMs));
      return trialView(order, trial, sold, nowMs);
    }
    case "assign": {
      const work = creditWith(context, orderIn(field), nowMs);
      await serialized(store, async (transaction) => {
        const { days } = await work(transaction);
        if (String(days) !== field("shown")) {
          throw new ReviewError("Nothing was credited: what it buys is not what the page showed.");
        }
      });
      return { to, done: "assigned" };
    }
    case `${TRY}dismiss`:
      return dismissView(context, field);
    case "dismiss":
      await dismiss(store, id, nowMs);
      return { to, done: "dismissed" };
    case `${TRY}unassign`:
      return takeBackView(store, id, nowMs);
    case "unassign":
      await takeBack(store, id, field("shown"), nowMs);
      return { to, done: "unassigned" };
    default:
      throw new ReviewError("The form asks for nothing that can be done here.");
  }
}
