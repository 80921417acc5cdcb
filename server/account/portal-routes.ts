import { challengeIn } from "./cookies.ts";
import { dashboardPage, reveal, rotate, saveOrigins } from "./pages/dashboard.ts";
import { invoicePage, submitHash } from "./pages/invoice.ts";
import { invoicesCsv, paymentsPage } from "./pages/payments.ts";
import { choosePlan, plansPage, pricesPage } from "./pages/plans.ts";
import { requirePassword } from "./pages/require-password.ts";
import * as security from "./pages/security.ts";
import { enterCode, forgot, register, reset, signIn, signOut, verify } from "./pages/sign-in.ts";
import { usageCsv } from "./pages/usage.ts";
import * as webhooks from "./pages/webhooks.ts";
import type { Handler, PortalRequest } from "./request.ts";

export interface PortalRoute {
  /** Whether the user must be signed in. */
  readonly isPrivate: boolean;
  readonly get?: Handler;
  readonly post?: Handler;
}

function open(route: { get?: Handler<PortalRequest>; post?: Handler<PortalRequest> }): PortalRoute {
  return { isPrivate: false, ...route };
}

const page = (get: Handler): PortalRoute => ({ isPrivate: true, get });
/** Redirects a GET of a form's path to its page, because a browser may reload the response to a form. */
const form = (post: Handler, to?: string): PortalRoute => ({
  isPrivate: true,
  post,
  ...(to !== undefined && { get: async () => ({ to }) }),
});

/** All paths under /account/. */
export const PORTAL_ROUTES: Readonly<Record<string, PortalRoute>> = {
  "/account/register/": open({
    get: async ({ carried }) => ({
      page: { name: "register", data: { email: carried["email"] ?? "" } },
    }),
    post: register,
  }),
  "/account/sign-in/": open({
    get: async ({ carried }) => ({
      page: { name: "sign-in", data: { email: carried["email"] ?? "" } },
    }),
    post: signIn,
  }),
  "/account/sign-in/code/": open({
    get: async ({ client }) =>
      challengeIn(client.cookie) === ""
        ? { to: "/account/sign-in/" }
        : { page: { name: "sign-in-code", data: {} } },
    post: enterCode,
  }),
  "/account/forgot/": open({
    get: async () => ({ page: { name: "forgot", data: {} } }),
    post: forgot,
  }),
  "/account/reset/": open({
    get: async ({ url }) => ({
      page: { name: "reset", data: { token: url.searchParams.get("token") ?? "" } },
    }),
    post: reset,
  }),
  "/account/verify/": open({ get: verify }),
  "/account/address/answer/": open({
    get: security.addressConfirmationPage,
    post: security.confirmAddress,
  }),
  "/account/prices/": open({ get: pricesPage }),

  "/account/": page(dashboardPage),
  "/account/key/reveal/": form(requirePassword(["key"], reveal), "/account/#key"),
  "/account/key/rotate/": form(requirePassword(["hours"], rotate), "/account/#key"),
  "/account/sites/": form(requirePassword(["origins"], saveOrigins), "/account/#sites"),
  "/account/usage.csv": page(usageCsv),

  "/account/webhooks/": { isPrivate: true, get: webhooks.webhooksPage, post: webhooks.addWebhook },
  "/account/webhooks/remove/": form(webhooks.removeWebhook),
  "/account/webhooks/rotate/": form(
    requirePassword(["endpoint"], webhooks.rotateWebhook),
    "/account/webhooks/",
  ),
  "/account/webhooks/on/": form(webhooks.switchWebhookOn),
  "/account/webhooks/test/": form(webhooks.testWebhook),
  "/account/webhooks/again/": form(webhooks.sendWebhookAgain),

  "/account/plans/": { isPrivate: true, get: plansPage, post: choosePlan },
  "/account/invoice/": { isPrivate: true, get: invoicePage, post: submitHash },
  "/account/payments/": page(paymentsPage),
  "/account/invoices.csv": page(invoicesCsv),

  "/account/security/": page(security.securityPage),
  "/account/two-factor/": {
    isPrivate: true,
    get: security.twoFactorPage,
    post: requirePassword([], security.setUpTotp),
  },
  "/account/two-factor/on/": form(
    requirePassword(["code"], security.switchOnTotp),
    security.FACTOR,
  ),
  "/account/two-factor/codes/": form(
    requirePassword(["code"], security.renewCodes),
    security.FACTOR,
  ),
  "/account/two-factor/off/": form(
    requirePassword(["code"], security.switchOffTotp),
    security.FACTOR,
  ),
  "/account/address/": form(
    requirePassword(["email"], security.requestAddressChange),
    security.ADDRESS,
  ),
  "/account/password/": form(security.changePassword),
  "/account/sessions/": form(security.endSession),
  "/account/delete/": form(security.deleteOwn),
  "/account/sign-out/": form(signOut),
};
