import { isConnect, PORT_VERSION } from "../../../src/wire/frame-port.ts";
import type { FrameError, FrameMessage } from "../../../src/wire/frame-port.ts";
import { isOnSite } from "../../../src/wire/sites.ts";

type Fault = Pick<FrameError, "code" | "title" | "detail">;

const OTHER_SITE: Fault = {
  code: "key_other_site",
  title: "Forbidden",
  detail:
    "This API key is limited to certain sites, and this page is not on one of them. Add its site to the key's allowed sites, or use a different key.",
};

// A page can send anything as the version, such as an object that cannot be converted to a string.
const unsupported = (version: unknown): Fault => ({
  code: "unsupported_version",
  title: "Unsupported Version",
  detail: `The package uses protocol version ${Number.isInteger(version) ? version : "?"}, but this service uses ${PORT_VERSION}. Install the package from this service.`,
});

const waiting: MessagePort[] = [];
let accept = (port: MessagePort): void => void waiting.push(port);

/**
 * Accepts ports from the parent page if the key's origins include it. Call this in the first script, because the page
 * connects on `load`, which can be before the table exists.
 */
export function listenForPort(): void {
  if (window.parent === window) {
    return;
  }
  const origins = document.querySelector<HTMLMetaElement>('meta[name="sites"]')?.content ?? "";
  window.addEventListener("message", ({ source, origin, data, ports: [port] }) => {
    // Any window can post here, including pages that the table opened.
    if (source !== window.parent || port === undefined || !isConnect(data)) {
      return;
    }
    if (!isAllowed(origins.split(" ").filter(Boolean), origin)) {
      reject(port, OTHER_SITE);
    } else if (data.version === PORT_VERSION) {
      send(port, { type: "connected", version: PORT_VERSION });
      accept(port);
    } else {
      reject(port, unsupported(data.version));
    }
  });
}

/** Passes every accepted port to a function, starting with those that are waiting. */
export function onOfferedPort(onPort: (port: MessagePort) => void): void {
  accept = onPort;
  waiting.splice(0).forEach(onPort);
}

function send(port: MessagePort, message: FrameMessage): void {
  port.postMessage(message);
}

/** @param origin the parent page's origin; the text `null` if it is opaque. */
function isAllowed(origins: readonly string[], origin: string): boolean {
  const page = URL.canParse(origin) ? new URL(origin) : null;
  return origins.length === 0 || (page !== null && isOnSite(origins, page));
}

function reject(port: MessagePort, fault: Fault): void {
  send(port, { type: "error", status: null, retryAfterMs: null, ...fault });
  port.close();
}
