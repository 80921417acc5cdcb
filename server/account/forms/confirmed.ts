import type { Notice } from "../../../src/account/page-data.ts";
import { FRESH_MS } from "../auth/fresh-password.ts";
import { FRESH, shortCookie } from "../cookies.ts";
import { BusyError } from "../errors.ts";
import type { PortalContext } from "../portal-context.ts";
import type { PortalAnswer, SignedInRequest } from "../portal-request.ts";

type Form = (context: PortalContext, request: SignedInRequest) => Promise<PortalAnswer>;

/** The field in which the password is typed again. No form that is confirmed has one of this name. */
const PASSWORD = "confirm-password";
/** The field of the button that changes the language of the page that asks. */
export const PAGE_LANG = "page-lang";

/**
 * A form that asks for the password first, unless it was typed minutes ago: whoever finds a browser
 * signed in, or steals its session, must not get at the keys. The page that asks holds what was sent,
 * so that nothing is typed twice.
 *
 * @param names the fields of the form.
 */
export function confirmed(names: readonly string[], form: Form): Form {
  return async (context, request) => {
    const ask = (notice?: Notice) => question(request, names, notice);
    const { accountId, sessionId } = request.who;
    // Also when the password was typed elsewhere meanwhile: a new language does nothing else.
    if (request.field(PAGE_LANG) !== "") {
      return ask();
    }
    if (context.fresh.isFresh(request.cookies[FRESH] ?? "", sessionId, request.nowMs)) {
      return form(context, request);
    }
    const password = request.field(PASSWORD);
    if (password === "") {
      return ask();
    }
    if (!context.limits.mayConfirm(accountId)) {
      return ask({ code: "slow_down" });
    }
    const fault = await faultOf(context, request, password);
    if (fault !== undefined) {
      return ask(fault);
    }
    const given = await form(context, request);
    const cookie = freshCookie(context, sessionId, request.nowMs);
    return "to" in given || "page" in given
      ? { ...given, cookies: [...(given.cookies ?? []), cookie] }
      : given;
  };
}

/** The cookie of a session whose password was checked just now. */
export function freshCookie(context: PortalContext, sessionId: string, nowMs: number): string {
  const value = context.fresh.issue(sessionId, nowMs);
  return shortCookie(FRESH, value, FRESH_MS / 1_000, context.secure);
}

async function faultOf(
  { accounts }: PortalContext,
  { client }: SignedInRequest,
  password: string,
): Promise<Notice | undefined> {
  try {
    return (await accounts.checkPassword(password, client))
      ? undefined
      : { code: "wrong_password" };
  } catch (error) {
    if (error instanceof BusyError) {
      return { code: "busy" };
    }
    throw error;
  }
}

function question(
  request: SignedInRequest,
  names: readonly string[],
  notice: Notice | undefined,
): PortalAnswer {
  const fields = names.map((name) => ({ name, value: request.field(name) }));
  const data = { action: request.url.pathname, fields };
  const page = { name: "confirm", data } as const;
  return { page, path: "/account/confirm/", ...(notice && { notice }) };
}
