import type { IncomingMessage, ServerResponse } from "node:http";
import { HEADERS } from "../http/headers.ts";
import type { Proxies } from "../http/proxies.ts";
import { cookieIn, DEVICE, flashCookie } from "./cookies.ts";
import { isOurForm } from "./csrf.ts";
import type { FlashBox } from "./flash.ts";
import type { PortalContext } from "./portal-context.ts";
import { PORTAL_ROUTES } from "./portal-routes.ts";

/** What spent tries are known by. */
export interface SpentTriesOptions {
  readonly context: Pick<PortalContext, "limits" | "devices" | "secure" | "baseUrl">;
  readonly flashes: FlashBox;
  readonly proxies: Proxies;
  /** Epoch ms. */
  readonly now: () => number;
  /** Counts an answer by its status. */
  readonly count: (status: number) => void;
}

/** Refuses a request if its sender has no try left, and says whether it did. */
export type SpentTries = (request: IncomingMessage, response: ServerResponse) => boolean;

/**
 * Refuses passwords and codes of those who have tried too many, in front of the app and with their forms unread.
 * Who guesses sends a great many: making the app's request, event and answer of each delayed everybody else's.
 * What is asked in any but the plain way goes through the app, which refuses it as well.
 */
export function spentTries(options: SpentTriesOptions): SpentTries {
  const { context, flashes, proxies, now, count } = options;

  function isOurs(request: IncomingMessage): boolean {
    const scheme = proxies.isForwardedTls(request) ? "https" : "http";
    const origin = `${scheme}://${request.headers.host}`;
    const get = (name: string) => request.headers[name]?.toString() ?? null;
    return isOurForm({ get }, [origin, context.baseUrl ?? origin]);
  }

  function isSpent(request: IncomingMessage): boolean {
    // The owner's own browser has a limit of its own.
    const device = context.devices.nameIn(cookieIn(request.headers.cookie ?? "", DEVICE));
    return !context.limits.hasSignIn(proxies.clientAddress(request), device);
  }

  return (request, response) => {
    const path = request.url ?? "";
    const isTry = request.method === "POST" && PORTAL_ROUTES[path]?.isGuessed === true;
    if (!isTry || !isOurs(request) || !isSpent(request)) {
      return false;
    }
    count(303);
    const flash = flashes.pack({ notice: { code: "slow_down" } }, now());
    const cookie = flashCookie(flash, context.secure);
    response.writeHead(303, "", {
      ...HEADERS.redirect,
      location: path,
      "set-cookie": cookie,
      "content-length": 0,
    });
    response.end();
    return true;
  };
}
