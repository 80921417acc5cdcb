import { addCopyButtons } from "../copy/copy-button.ts";
import { EventLog } from "./event-log.ts";
import { openElements, openFrames } from "./live-tables.ts";
import type { Receive } from "./live-tables.ts";
import { fetchOutcome } from "./round-outcome.ts";

/*
 * The operator's page: copy buttons, live tables and a log of their messages. With a demo key the
 * tables are iframes, as an operator would embed them; without one they are elements.
 */
addCopyButtons(document);

const entries = document.querySelector<HTMLElement>(".entries");
if (entries !== null) {
  const log = new EventLog(entries);
  const leaving = new AbortController();
  window.addEventListener("pagehide", () => leaving.abort());

  const receive: Receive = (game, message) => {
    const entry = log.add(message, new Date());
    if (message.phase === "result") {
      fetchOutcome(game, message.round, leaving.signal).then(
        ({ json, winner }) => entry.showOutcome(json, winner),
        () => entry.showOutcome("could not be fetched", undefined),
      );
    }
  };

  const key = document.body.dataset["key"] ?? "";
  if (key === "") {
    void openElements(document, receive);
  } else {
    openFrames(document, key, receive);
  }
}
