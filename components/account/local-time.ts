import { instantsIn } from "../../src/account/instants.ts";

/** Writes an instant in the reader's zone. Its title still says it in UTC. */
export function showLocalTime(element: HTMLTimeElement): void {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const instants = instantsIn(document.documentElement.lang, timeZone);
  const write = element.dataset["local"] === "date" ? instants.date : instants.time;
  element.textContent = write(Date.parse(element.dateTime));
}
