import { cancelOpen, choosePlan, submitHash } from "./forms/billing.ts";
import { reveal, rotate, saveOrigins, startTrial } from "./forms/keys.ts";
import { changePassword, deleteOwn, endSession } from "./forms/security.ts";
import { forgot, register, reset, signIn, signOut, verify } from "./forms/sign-in.ts";
import type { Desk } from "./portal-context.ts";
import type { Answer, OwnVisit, Redirect, Visit } from "./portal-request.ts";
import { invoice, invoiceStatus, plans } from "./views/billing.ts";
import { dashboard } from "./views/dashboard.ts";
import { payments, paymentsCsv } from "./views/payments.ts";
import { security } from "./views/security.ts";

/** What is at an address: a page, a form, or both. */
export interface Place {
  /** Whether one has to be signed in. */
  readonly own: boolean;
  readonly get?: (desk: Desk, visit: OwnVisit, carried: Carried) => Promise<Answer>;
  readonly post?: (desk: Desk, visit: OwnVisit) => Promise<Answer>;
}

/** What the page before left for this one. */
export type Carried = Readonly<Record<string, string>>;

/** A place for everybody. Whoever is signed in may visit it as well, and nothing there asks who. */
function open(place: {
  get?: (desk: Desk, visit: Visit, carried: Carried) => Promise<Answer>;
  post?: (desk: Desk, visit: Visit) => Promise<Redirect>;
}): Place {
  return { own: false, ...place };
}

function own(place: Omit<Place, "own">): Place {
  return { own: true, ...place };
}

const MISSING: Answer = { missing: true };

/** All addresses below /account/, but for the tables of the preview. */
export const PLACES: Readonly<Record<string, Place>> = {
  "/account/register/": open({
    get: async (_desk, _visit, { email = "" }) => ({ page: { name: "register", data: { email } } }),
    post: register,
  }),
  "/account/sign-in/": open({
    get: async (_desk, _visit, { email = "" }) => ({ page: { name: "sign-in", data: { email } } }),
    post: signIn,
  }),
  "/account/forgot/": open({
    get: async () => ({ page: { name: "forgot", data: {} } }),
    post: forgot,
  }),
  "/account/reset/": open({
    get: async (_desk, { url }) => ({
      page: { name: "reset", data: { token: url.searchParams.get("token") ?? "" } },
    }),
    post: reset,
  }),
  "/account/verify/": open({ get: verify }),

  "/account/": own({
    get: async (desk, visit, { reveal: keyId }) => ({
      page: { name: "dashboard", data: await dashboard(desk, visit, keyId) },
    }),
  }),
  "/account/key/reveal/": own({ post: reveal }),
  "/account/key/rotate/": own({ post: rotate }),
  "/account/key/trial/": own({ post: startTrial }),
  // Its answer may be a page, whose address somebody may ask for again.
  "/account/sites/": own({ get: async () => ({ to: "/account/#sites" }), post: saveOrigins }),

  "/account/plans/": own({
    get: async (desk, visit) => ({ page: { name: "plans", data: await plans(desk, visit) } }),
    post: choosePlan,
  }),
  "/account/invoice/": own({
    get: async (desk, visit) => {
      const data = await invoice(desk, visit);
      return data === undefined ? MISSING : { page: { name: "invoice", data } };
    },
    post: submitHash,
  }),
  "/account/invoice/cancel/": own({ post: cancelOpen }),
  "/account/invoice/status/": own({
    get: async (desk, visit) => {
      const status = await invoiceStatus(desk, visit);
      return status === undefined ? MISSING : { json: status };
    },
  }),
  "/account/payments/": own({
    get: async (desk, visit) => ({ page: { name: "payments", data: await payments(desk, visit) } }),
  }),
  "/account/payments.csv": own({
    get: async (desk, visit) => ({
      file: {
        name: "tableside-payments.csv",
        type: "text/csv; charset=utf-8",
        text: await paymentsCsv(desk, visit),
      },
    }),
  }),

  "/account/security/": own({
    get: async (desk, visit) => ({ page: { name: "security", data: await security(desk, visit) } }),
  }),
  "/account/password/": own({ post: changePassword }),
  "/account/sessions/": own({ post: endSession }),
  "/account/delete/": own({ post: deleteOwn }),
  "/account/sign-out/": own({ post: signOut }),
};
