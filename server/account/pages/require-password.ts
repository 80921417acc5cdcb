import type { Notice } from "../../../src/account/page-data.ts";
import { RECENT_PASSWORD, RECENT_MS, setCookie } from "../cookies.ts";
import { unlessBusy } from "../request.ts";
import type { Handler, PortalResponse, PortalRequest } from "../request.ts";

/** The field of the repeated password. No confirmed form has a field of this name. */
const PASSWORD = "confirm-password";

/**
 * Asks for the password before a form takes effect, unless it was typed minutes ago: an open browser or a stolen
 * session alone must not reach the keys. The confirmation page keeps the submitted fields, so nothing is typed
 * twice.
 *
 * @param names the fields of the form.
 */
export function requirePassword(names: readonly string[], form: Handler): Handler {
  return async (request) => {
    const askAgain = (code?: Notice["code"]): PortalResponse => {
      const fields = names.map((name) => ({ name, value: request.field(name) }));
      const page = { name: "confirm", data: { action: request.url.pathname, fields } } as const;
      return { page, path: "/account/confirm/", ...(code && { notice: { code } }) };
    };
    const { who, client, nowMs } = request;
    const password = request.field(PASSWORD);
    if (request.signed.isRecentPassword(request.cookies[RECENT_PASSWORD], who.sessionId, nowMs)) {
      return form(request);
    }
    if (password === "") {
      return askAgain();
    }
    if (!request.limits.mayConfirm(who.accountId)) {
      return askAgain("slow_down");
    }
    const isRight = await unlessBusy(() => request.accounts.checkPassword(password, client));
    if (isRight !== true) {
      return askAgain(isRight === "busy" ? isRight : "wrong_password");
    }
    const response = await form(request);
    const cookie = recentPasswordCookie(request, who.sessionId);
    return "to" in response || "page" in response
      ? { ...response, cookies: [...(response.cookies ?? []), cookie] }
      : response;
  };
}

export function recentPasswordCookie(
  { signed, secure, nowMs }: PortalRequest,
  sessionId: string,
): string {
  return setCookie(
    RECENT_PASSWORD,
    signed.signRecentPassword(sessionId, nowMs),
    RECENT_MS / 1_000,
    secure,
  );
}
