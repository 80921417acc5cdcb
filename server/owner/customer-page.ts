import { parseDays } from "../access/end-date.ts";
import { InvalidInput } from "../access/errors.ts";
import { invoicesOf } from "../account/pages/payments.ts";
import { refund } from "../payment/balance.ts";
import { normaliseHash } from "../payment/tron/address.ts";
import { formatUsdt, parseUsdt } from "../payment/usdt.ts";
import type { Store } from "../store/store.ts";
import { arrivals } from "./arrivals.ts";
import { giveDays, moveAddress, setSuspended, switchCodesOff, takeDays } from "./customer-acts.ts";
import { customers } from "./customers.ts";
import type { Customer } from "./customers.ts";
import { arrivalTable, sitesOf } from "./list-pages.ts";
import { act, reasonIn, termFacts, termState } from "./route.ts";
import type {
  Act,
  Done,
  OfficeAnswer,
  OfficeContext,
  OfficeRequest,
  OfficeRoute,
} from "./route.ts";

const DAY_MS = 86_400_000;
const MAX_PAYMENTS = 200;
/** Enough to compare a number with that somebody names. */
const MAX_INVOICES = 20;

/** One customer: what they have, what they paid, and what can be done. */
export const CUSTOMER_ROUTE: OfficeRoute = {
  get: customerPage,
  acts: {
    give: daysAct("give"),
    take: daysAct("take"),
    suspend: suspensionAct(true),
    reinstate: suspensionAct(false),
    refund: {
      async ask(_context, { query, field }) {
        const { amount, hash } = refundIn(field);
        return {
          title: `Take ${formatUsdt(amount)} USDT from the balance?`,
          facts: [
            ["Customer", emailIn(query)],
            ["Sent in", hash],
          ],
          caution: "This sends nothing. It only records what you have sent.",
          yes: "Take it from the balance",
        };
      },
      async work({ store }, { query, field, nowMs }) {
        await refund(store, { account: emailIn(query), ...refundIn(field) }, nowMs);
        return doneAt(emailIn(query), "refunded");
      },
    },
    move: act({
      change({ mails }, request) {
        const newEmail = request.field("address");
        const order = { email: emailIn(request.query), newEmail, reason: reasonIn(request) };
        return (within) => moveAddress(within, mails, order, request.nowMs);
      },
      question: (_outcome, _context, { query, field }) => ({
        title: "Move the account?",
        facts: [
          ["Customer", emailIn(query)],
          ["New address", field("address")],
          ["Reason", field("reason")],
        ],
        caution: "It is signed out everywhere and keeps its password and codes.",
        yes: "Move the account",
      }),
      done: (address) => doneAt(address, "moved"),
    }),
    "codes-off": act({
      change(_context, request) {
        const order = { email: emailIn(request.query), reason: reasonIn(request) };
        return (within) => switchCodesOff(within, order, request.nowMs);
      },
      question: (_outcome, _context, { query, field }) => ({
        title: "Switch its codes off?",
        facts: [
          ["Customer", emailIn(query)],
          ["Reason", field("reason")],
        ],
        caution: "It will sign in with its password alone.",
        yes: "Switch its codes off",
      }),
      done: (_outcome, { query }) => doneAt(emailIn(query), "codes_off"),
    }),
  },
};

async function customerPage(
  { store, mails }: OfficeContext,
  { query, nowMs }: OfficeRequest,
): Promise<OfficeAnswer> {
  const email = emailIn(query);
  const customer = await customerOf(store, email, nowMs);
  const { accountId, endsAtMs, balance, suspendedMs, hasCodes } = customer;
  const invoices = await invoicesOf(store, accountId, MAX_INVOICES);
  return {
    name: "customer",
    title: email,
    data: {
      email,
      facts: [
        ["Plan", customer.plan ?? "none"],
        [endsAtMs !== null && endsAtMs <= nowMs ? "Ended" : "Until", endsAtMs ?? "never"],
        suspendedMs === null ? ["Suspended", "no"] : ["Suspended since", suspendedMs],
        ["Balance", `${formatUsdt(balance)} USDT`],
        ["Keys", String(customer.keys)],
        ["Sites", sitesOf(customer) || "none"],
        ["Tables opened in 30 days", String(customer.loads)],
        ["Last sign-in", customer.signedInMs ?? "never"],
        ["Codes on sign-in", hasCodes ? "on" : "off"],
        ["Registered", customer.sinceMs],
        ["Account", accountId],
      ],
      payments: arrivalTable(await arrivals(store, { email }, MAX_PAYMENTS), "email"),
      // By the numbers that its own list, their pages and receipts say.
      invoices: {
        columns: [
          ["made", "time"],
          ["plan", "text"],
          ["number", "text"],
        ],
        rows: invoices.map(({ id, plan, created_at: atMs }) => [atMs, plan, id]),
        none: "There are none.",
      },
      balance: balance === 0 ? null : formatUsdt(balance),
      isSuspended: suspendedMs !== null,
      hasCodes,
      isMailed: mails !== null,
    },
  };
}

function daysAct(kind: "give" | "take"): Act {
  const verb = kind === "give" ? "Give" : "Take";
  return act({
    change({ vault }, request) {
      const [days, reason] = [parseDays(request.field("days")), reasonIn(request)];
      const order = { email: emailIn(request.query), days, reason };
      return (within) =>
        kind === "give"
          ? giveDays(within, vault, order, request.nowMs)
          : takeDays(within, order, request.nowMs);
    },
    dependsOn: termState,
    async question(change, { store }, request) {
      const [email, days] = [emailIn(request.query), parseDays(request.field("days"))];
      const { suspendedMs, keys, plan } = await customerOf(store, email, request.nowMs);
      const words = days === 1 ? "1 day" : `${days} days`;
      const { endedAtMs, endsAtMs } = change;
      const isAll = kind === "take" && (endedAtMs ?? 0) - endsAtMs < days * DAY_MS;
      const cautions = [
        isAll ? "Fewer days are left, so all of them are taken." : "",
        endsAtMs <= request.nowMs ? "Its keys will stop working." : "",
        kind === "give" && suspendedMs !== null
          ? "It is suspended, so its keys do not work until that ends."
          : "",
      ];
      return {
        title: `${verb} ${words}?`,
        facts: [
          ["Customer", email],
          ["Plan", plan ?? "none"],
          ...termFacts(change, request.nowMs),
          ...(kind === "give" && endedAtMs === null && keys === 0
            ? [["Key", "gets its first one"] as const]
            : []),
          ["Reason", reasonIn(request)],
        ],
        caution: cautions.filter(Boolean).join(" "),
        yes: `${verb} ${words} ${kind === "give" ? "to" : "from"} ${email}`,
      };
    },
    done: (_change, { query }) => doneAt(emailIn(query), kind === "give" ? "given" : "taken"),
  });
}

function suspensionAct(isSuspended: boolean): Act {
  return {
    async work({ store }, request) {
      const order = { email: emailIn(request.query), reason: reasonIn(request) };
      await setSuspended(store, order, isSuspended, request.nowMs);
      return doneAt(order.email, isSuspended ? "suspended" : "reinstated");
    },
  };
}

function refundIn(field: OfficeRequest["field"]) {
  const [amount, hash] = [parseUsdt(field("amount")), normaliseHash(field("hash"))];
  if (amount === undefined || hash === undefined) {
    throw new InvalidInput("Say how much USDT you have sent, and in which transaction.");
  }
  return { amount, hash };
}

function emailIn(query: URLSearchParams): string {
  return (query.get("email") ?? "").toLowerCase();
}

function doneAt(email: string, done: Done["done"]): Done {
  return { to: `/owner/customer/?${new URLSearchParams({ email })}`, done };
}

async function customerOf(store: Store, email: string, nowMs: number): Promise<Customer> {
  for await (const customer of customers(store, nowMs, email)) {
    return customer;
  }
  throw new InvalidInput(`There is no account ${JSON.stringify(email)}.`);
}
