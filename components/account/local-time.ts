import { instantsIn } from "../../src/account/instants.ts";

/** Writes an instant in the reader's zone. Its title still says it in UTC. */
export function showLocalTime(element: HTMLTimeElement): void {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const instants = instantsIn(document.documentElement.lang, timeZone);
  const kind = element.dataset["local"];
  const write = instants[kind === "date" || kind === "second" ? kind : "time"];
  element.textContent = write(Date.parse(element.dateTime));
}
