import { UsageError } from "./command.ts";

/** The option --base-url as an address without a slash at the end; undefined when it was not given. */
export function houseAddress(text: string | undefined): string | undefined {
  if (text === undefined) {
    return undefined;
  }
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol) || url.search !== "" || url.hash !== "") {
    throw new UsageError("--base-url must be an address such as https://games.example.com.");
  }
  return url.href.replace(/\/+$/, "");
}
