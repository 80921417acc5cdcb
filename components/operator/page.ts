import { winnerSeenMs } from "../../src/hud/as-seen.ts";
import { addCopyButtons } from "../copy/copy-button.ts";
import { showServiceMode } from "../docs/service-mode.ts";
import { EventLog } from "./event-log.ts";
import { openElements, openFrames } from "./live-tables.ts";
import type { Receiver } from "./live-tables.ts";
import { PlayMoney } from "./play-money.ts";
import { fetchOutcome } from "./round-outcome.ts";

/*
 * The operator's page: copy buttons, live tables and a log of their messages. With a demo key the
 * tables are iframes, as an operator would embed them; without one they are elements. Presses on their spots
 * stake play money.
 */
addCopyButtons(document);
// A service that does not know the time has no schedule; its tables say so.
showServiceMode(document).catch(() => {});

const entries = document.querySelector<HTMLElement>(".entries");
if (entries !== null) {
  const log = new EventLog(entries);
  const leaving = new AbortController();
  window.addEventListener("pagehide", () => leaving.abort());

  const amounts = new Intl.NumberFormat("en");
  const balance = document.querySelector<HTMLElement>(".balance");
  const money = new PlayMoney((amount) => {
    if (balance !== null) {
      balance.textContent = amounts.format(amount);
    }
  });

  const receiver: Receiver = {
    receive(game, message, table) {
      const entry = log.add(message, new Date());
      if (message.phase === "result") {
        // Asked for at once, since a tab in the background may be woken too late; told when the table tells it.
        const sinceMs = performance.now();
        fetchOutcome(game, message.round, leaving.signal).then(
          ({ json, winner, state }) => {
            const leftMs = winnerSeenMs({ game, state }) - (performance.now() - sinceMs);
            setTimeout(() => {
              entry.showOutcome(json, winner);
              money.finish(table, state);
            }, leftMs);
          },
          () => entry.showOutcome("could not be fetched", undefined),
        );
      }
    },
    pressed: (table, press) => money.press(table, press, Date.now()),
  };

  const key = document.body.dataset["key"] ?? "";
  if (key === "") {
    void openElements(document, receiver);
  } else {
    openFrames(document, key, receiver);
  }
}
