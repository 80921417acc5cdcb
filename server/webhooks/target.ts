import { InvalidInput } from "../access/errors.ts";
import { isLoopback } from "../config/loopback.ts";
import { isPublicAddress } from "./addresses.ts";

const MAX_LENGTH = 500;
const ADDRESS = /^(\d{1,3}(\.\d{1,3}){3}|\[.*\])$/;

/**
 * The address of an endpoint as it is called. What its name resolves to is checked at each call.
 *
 * @param allowPrivate whether http, and addresses of this machine and of private networks, are allowed.
 * @throws InvalidInput when it is no address that may be called, with what is.
 */
export function parseTarget(text: string, allowPrivate: boolean): string {
  const url = URL.parse(text.trim());
  if (url === null || !/^https?:$/.test(url.protocol) || url.hostname === "") {
    throw new InvalidInput(
      "An endpoint is an https address such as https://www.example.com/tableside.",
    );
  }
  if (url.username !== "" || url.password !== "" || url.hash !== "") {
    throw new InvalidInput(
      "The address of an endpoint holds no user, no password and no fragment (#). The signature says who calls.",
    );
  }
  if (url.href.length > MAX_LENGTH) {
    throw new InvalidInput(`The address of an endpoint has at most ${MAX_LENGTH} characters.`);
  }
  if (!allowPrivate && url.protocol !== "https:") {
    throw new InvalidInput("An endpoint must be called by https.");
  }
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const isInside =
    isLoopback(host) ||
    (ADDRESS.test(url.hostname) && !isPublicAddress(host)) ||
    !/[.:]/.test(host);
  if (!allowPrivate && isInside) {
    throw new InvalidInput(
      "An endpoint must be on the internet. This address is of this machine or a private network.",
    );
  }
  return url.href;
}
