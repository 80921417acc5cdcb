import { DAY_MS } from "../../src/round/phases.ts";
import { parseDays } from "../access/end-date.ts";
import { InvalidInput } from "../access/invalid-input.ts";
import { listInvoices } from "../account/pages/payments.ts";
import { refund } from "../payment/balance.ts";
import { normaliseHash } from "../payment/tron/identifiers.ts";
import { formatUsdt, parseUsdt } from "../payment/usdt.ts";
import type { Store } from "../store/store.ts";
import {
  deleteCustomer,
  giveDays,
  setSuspended,
  switchCodesOff,
  takeDays,
} from "./customer-actions.ts";
import { customerFile } from "./customer-file.ts";
import { customers } from "./customers.ts";
import type { Customer } from "./customers.ts";
import { listIncoming } from "./incoming-payments.ts";
import { INCOMING_COLUMNS, NO_INCOMING, sitesOf } from "./lists-page.ts";
import { action, requireReason, tableOf, termFacts, termState } from "./page-parts.ts";
import type { Action, Done, OfficeResponse, OfficeRequest, OfficeRoute } from "./page-parts.ts";

const MAX_PAYMENTS = 200;
/** Enough invoices to find one that the customer names. */
const MAX_INVOICES = 20;

export const CUSTOMER_ROUTE: OfficeRoute = {
  get: customerPage,
  actions: {
    give: daysAction("give"),
    take: daysAction("take"),
    suspend: suspensionAction(true),
    reinstate: suspensionAction(false),
    refund: action({
      change: (transaction, request) =>
        refund(transaction, { account: emailIn(request), ...refundIn(request) }, request.nowMs),
      question(request) {
        const { amount, hash } = refundIn(request);
        return {
          title: `Deduct ${formatUsdt(amount)} USDT from the balance?`,
          facts: [
            ["Customer", emailIn(request)],
            ["Transaction", hash],
          ],
          caution: "This does not send money. It only records what you have sent.",
          yes: "Deduct it from the balance",
        };
      },
      done: (request) => doneAt(emailIn(request), "refunded"),
    }),
    "codes-off": action({
      change: (transaction, request) =>
        switchCodesOff(transaction, inputIn(request), request.nowMs),
      question: (request) => ({
        title: "Switch its codes off?",
        facts: [["Customer", emailIn(request)]],
        caution: "The account will sign in with its password alone.",
      }),
      done: (request) => doneAt(emailIn(request), "codes_off"),
    }),
    delete: action({
      change: (transaction, request) =>
        deleteCustomer(transaction, inputIn(request), request.nowMs),
      async question(request) {
        const email = emailIn(request);
        const customer = await requireCustomer(request.store, email, request.nowMs);
        const { balance, endsAtMs } = customer;
        const owed = `Pay back its balance of ${formatUsdt(balance)} USDT first. `;
        return {
          title: "Delete the account?",
          facts: [
            ["Customer", email],
            ["Plan", customer.plan ?? "none"],
            [
              endsAtMs !== null && endsAtMs <= request.nowMs ? "Ended" : "Until",
              endsAtMs ?? "no subscription",
            ],
            ["Keys that stop working", String(customer.keys)],
          ],
          caution: `${balance > 0 ? owed : ""}This cannot be undone. Payments, invoices and activity stay, under the account number. No email is sent.`,
          yes: `Delete ${email}`,
        };
      },
      done({ log }, accountId) {
        log("account deleted", { account: accountId });
        return { to: "/owner/customers/", done: "deleted" };
      },
    }),
  },
};

async function customerPage(request: OfficeRequest): Promise<OfficeResponse> {
  const { store, nowMs } = request;
  const email = emailIn(request);
  const customer = await requireCustomer(store, email, nowMs);
  if (request.query.has("json")) {
    return { json: await customerFile(store, customer.accountId) };
  }
  const { accountId, endsAtMs, balance, suspendedMs, isConfirmed, hasCodes } = customer;
  return {
    name: "customer",
    title: email,
    data: {
      email,
      facts: [
        ["Plan", customer.plan ?? (endsAtMs === null ? "none" : "none, only days given")],
        [endsAtMs !== null && endsAtMs <= nowMs ? "Ended" : "Until", endsAtMs ?? "no subscription"],
        suspendedMs === null ? ["Suspended", "no"] : ["Suspended since", suspendedMs],
        ["Balance", `${formatUsdt(balance)} USDT`],
        ["Keys", String(customer.keys)],
        ["Sites", sitesOf(customer) || "none"],
        ["Tables opened in 30 days", String(customer.loads)],
        ["Last sign-in", customer.signedInMs ?? "never"],
        ["Address", isConfirmed ? "confirmed" : "not confirmed"],
        ["Sign-in codes", hasCodes ? "on" : "off"],
        ["Registered", customer.sinceMs],
        ["Account number", accountId],
      ],
      payments: tableOf(
        await listIncoming(store, ["account_user.email", email], MAX_PAYMENTS),
        INCOMING_COLUMNS.filter(([name]) => name !== "email"),
        NO_INCOMING,
      ),
      // Invoices have the numbers that the customer's own pages and receipts show.
      invoices: tableOf(
        await listInvoices(store, accountId, MAX_INVOICES),
        [
          ["made", "time", (invoice) => invoice.created_at],
          ["plan", "text", ({ plan }) => plan],
          ["number", "text", ({ id }) => id],
        ],
        "There are none.",
      ),
      balance: balance === 0 ? null : formatUsdt(balance),
      isSuspended: suspendedMs !== null,
      hasCodes,
    },
  };
}

function daysAction(kind: "give" | "take"): Action {
  const isGift = kind === "give";
  return action({
    change(transaction, request) {
      const input = { days: parseDays(request.field("days")), ...inputIn(request) };
      return isGift
        ? giveDays(transaction, request.vault, input, request.nowMs)
        : takeDays(transaction, input, request.nowMs);
    },
    dependsOn: termState,
    async question(request, change) {
      const { store, nowMs, field } = request;
      const [email, days] = [emailIn(request), Number(field("days"))];
      const { suspendedMs, keys, plan } = await requireCustomer(store, email, nowMs);
      const words = `${isGift ? "Add" : "Remove"} ${days === 1 ? "1 day" : `${days} days`}`;
      const { previousEndMs, endsAtMs } = change;
      const takesAll = !isGift && (previousEndMs ?? 0) - endsAtMs < days * DAY_MS;
      const cautions = [
        takesAll && "Fewer days are left, so all of them are removed.",
        endsAtMs <= nowMs && "Its keys will stop working.",
        isGift &&
          suspendedMs !== null &&
          "The account is suspended, so its keys do not work until the suspension ends.",
      ];
      return {
        title: `${words}?`,
        facts: [
          ["Customer", email],
          ["Plan", plan ?? "none"],
          ...termFacts(change, nowMs),
          ...(isGift && previousEndMs === null && keys === 0
            ? [["Key", "a first one will be issued"] as const]
            : []),
        ],
        caution: cautions.filter(Boolean).join(" "),
        yes: `${words} ${isGift ? "to" : "from"} ${email}`,
      };
    },
    done: (request) => doneAt(emailIn(request), isGift ? "given" : "taken"),
  });
}

function suspensionAction(isSuspended: boolean): Action {
  return action({
    change: (transaction, request) =>
      setSuspended(transaction, inputIn(request), isSuspended, request.nowMs),
    done: (request) => doneAt(emailIn(request), isSuspended ? "suspended" : "reinstated"),
  });
}

function refundIn({ field }: OfficeRequest) {
  const [amount, hash] = [parseUsdt(field("amount")), normaliseHash(field("hash"))];
  if (amount === undefined || hash === undefined) {
    throw new InvalidInput("Enter the amount you sent, in USDT, and the transaction hash.");
  }
  return { amount, hash };
}

function inputIn(request: OfficeRequest) {
  return { email: emailIn(request), reason: requireReason(request) };
}

function emailIn({ query }: OfficeRequest): string {
  return (query.get("email") ?? "").toLowerCase();
}

function doneAt(email: string, done: Done["done"]): Done {
  return { to: `/owner/customer/?${new URLSearchParams({ email })}`, done };
}

async function requireCustomer(store: Store, email: string, nowMs: number): Promise<Customer> {
  for await (const customer of customers(store, nowMs, email)) {
    return customer;
  }
  throw new InvalidInput(`There is no account ${JSON.stringify(email)}.`);
}
