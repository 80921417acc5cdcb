import { HALF } from "./cookies.ts";
import {
  ADDRESS,
  addressQuestion,
  answerAddress,
  askAddress,
  cancelAddress,
} from "./forms/address.ts";
import { cancelOpen, choosePlan, submitHash } from "./forms/billing.ts";
import { confirmed } from "./forms/confirmed.ts";
import { reveal, rotate, saveOrigins, startTrial } from "./forms/keys.ts";
import { renewCodes, setUp, switchOff, switchOn } from "./forms/second-factor.ts";
import { changePassword, deleteOwn, endSession } from "./forms/security.ts";
import { enterCode, forgot, register, reset, signIn, signOut, verify } from "./forms/sign-in.ts";
import { rememberPlan, wantedPlan } from "./forms/wanted-plan.ts";
import { sendWebhookAgain, testWebhook } from "./forms/webhook-calls.ts";
import { addWebhook, removeWebhook, rotateWebhook, switchWebhookOn } from "./forms/webhooks.ts";
import type { PortalContext } from "./portal-context.ts";
import type { PortalAnswer, SignedInRequest, Redirect, PortalRequest } from "./portal-request.ts";
import { dashboard } from "./views/dashboard.ts";
import { invoice, invoiceStatus } from "./views/invoice.ts";
import { invoicesCsv, usageCsv } from "./views/lists-csv.ts";
import { payments } from "./views/payments.ts";
import { plans, prices } from "./views/plans.ts";
import { security } from "./views/security.ts";
import { twoFactor } from "./views/two-factor.ts";
import { webhooks } from "./views/webhooks.ts";

/** What a path answers: a page, a form, or both. */
export interface PortalRoute {
  /** Whether the user must be signed in. */
  readonly own: boolean;
  /** Whether it takes a password or a code, of which an address may try only so many. */
  readonly isGuessed?: boolean;
  readonly get?: (
    context: PortalContext,
    request: SignedInRequest,
    carried: Carried,
  ) => Promise<PortalAnswer>;
  readonly post?: (context: PortalContext, request: SignedInRequest) => Promise<PortalAnswer>;
}

/** What the previous page passed to this one. */
export type Carried = Readonly<Record<string, string>>;

/** A route for everybody. It must not read `request.who`. */
function open(route: {
  isGuessed?: boolean;
  get?: (context: PortalContext, request: PortalRequest, carried: Carried) => Promise<PortalAnswer>;
  post?: (context: PortalContext, request: PortalRequest) => Promise<Redirect>;
}): PortalRoute {
  return { own: false, ...route };
}

/** A route for users who are signed in. */
function own(route: Omit<PortalRoute, "own">): PortalRoute {
  return { own: true, ...route };
}

/** A list as a file to download. */
function csvFile(
  list: string,
  textOf: (context: PortalContext, request: SignedInRequest) => Promise<string>,
): PortalRoute {
  return own({
    get: async (context, request) => ({
      file: {
        name: `tableside-${list}.csv`,
        type: "text/csv; charset=utf-8",
        text: await textOf(context, request),
      },
    }),
  });
}

const SECOND_FACTOR = "/account/security/#second-factor";

const MISSING: PortalAnswer = { missing: true };

/** All paths under /account/, except the tables of the preview. */
export const PORTAL_ROUTES: Readonly<Record<string, PortalRoute>> = {
  "/account/register/": open({
    get: async (_context, request, { email = "" }) => ({
      page: { name: "register", data: { email, plan: wantedPlan(request) } },
    }),
    post: register,
  }),
  "/account/sign-in/": open({
    get: async (_context, _visit, { email = "" }) => ({
      page: { name: "sign-in", data: { email } },
    }),
    post: signIn,
    isGuessed: true,
  }),
  "/account/sign-in/code/": open({
    get: async (_context, { cookies }) =>
      cookies[HALF] === undefined
        ? { to: "/account/sign-in/" }
        : { page: { name: "sign-in-code", data: {} } },
    post: enterCode,
    isGuessed: true,
  }),
  "/account/forgot/": open({
    get: async () => ({ page: { name: "forgot", data: {} } }),
    post: forgot,
  }),
  "/account/reset/": open({
    get: async (_context, { url }) => ({
      page: { name: "reset", data: { token: url.searchParams.get("token") ?? "" } },
    }),
    post: reset,
  }),
  "/account/verify/": open({ get: verify }),
  "/account/address/answer/": open({ get: addressQuestion, post: answerAddress }),
  "/account/prices/": open({
    get: async (context, request) => ({
      page: { name: "prices", data: await prices(context, request) },
    }),
    post: rememberPlan,
  }),

  "/account/": own({
    get: async (context, request, { reveal: keyId }) => ({
      page: { name: "dashboard", data: await dashboard(context, request, keyId) },
    }),
  }),
  // A form may be answered with a page at its path, which a browser may reload with GET.
  "/account/key/reveal/": own({
    get: async () => ({ to: "/account/#key" }),
    post: confirmed(["key", "place", "embed"], reveal),
  }),
  "/account/key/rotate/": own({
    get: async () => ({ to: "/account/#key" }),
    post: confirmed(["hours"], rotate),
  }),
  "/account/key/trial/": own({ post: startTrial }),
  "/account/sites/": own({
    get: async () => ({ to: "/account/#sites" }),
    post: confirmed(["origins"], saveOrigins),
  }),

  "/account/webhooks/": own({
    get: async (context, request, { secret: endpointId }) => ({
      page: { name: "webhooks", data: await webhooks(context, request, { endpointId }) },
    }),
    post: addWebhook,
  }),
  "/account/webhooks/remove/": own({ post: removeWebhook }),
  "/account/webhooks/rotate/": own({
    get: async () => ({ to: "/account/webhooks/" }),
    post: confirmed(["endpoint"], rotateWebhook),
  }),
  "/account/webhooks/on/": own({ post: switchWebhookOn }),
  "/account/webhooks/test/": own({ post: testWebhook }),
  "/account/webhooks/again/": own({ post: sendWebhookAgain }),

  "/account/plans/": own({
    get: async (context, request) => ({
      page: { name: "plans", data: await plans(context, request) },
    }),
    post: choosePlan,
  }),
  "/account/invoice/": own({
    get: async (context, request) => {
      const data = await invoice(context, request);
      return data === undefined ? MISSING : { page: { name: "invoice", data } };
    },
    post: submitHash,
  }),
  "/account/invoice/cancel/": own({ post: cancelOpen }),
  "/account/invoice/status/": own({
    get: async (context, request) => {
      const status = await invoiceStatus(context, request);
      return status === undefined ? MISSING : { json: status };
    },
  }),
  "/account/payments/": own({
    get: async (context, request) => ({
      page: { name: "payments", data: await payments(context, request) },
    }),
  }),
  "/account/invoices.csv": csvFile("invoices", invoicesCsv),
  "/account/usage.csv": csvFile("usage", usageCsv),

  "/account/security/": own({
    get: async (context, request) => ({
      page: { name: "security", data: await security(context, request) },
    }),
  }),
  "/account/two-factor/": own({ get: twoFactor, post: confirmed([], setUp) }),
  "/account/two-factor/on/": own({
    get: async () => ({ to: SECOND_FACTOR }),
    post: confirmed(["code"], switchOn),
  }),
  "/account/two-factor/codes/": own({
    get: async () => ({ to: SECOND_FACTOR }),
    post: confirmed(["code"], renewCodes),
  }),
  "/account/two-factor/off/": own({
    get: async () => ({ to: SECOND_FACTOR }),
    post: confirmed(["code"], switchOff),
  }),
  "/account/address/": own({
    get: async () => ({ to: ADDRESS }),
    post: confirmed(["email"], askAddress),
  }),
  "/account/address/cancel/": own({ post: cancelAddress }),
  "/account/password/": own({ post: changePassword }),
  "/account/sessions/": own({ post: endSession }),
  "/account/delete/": own({ post: deleteOwn }),
  "/account/sign-out/": own({ post: signOut }),
};
