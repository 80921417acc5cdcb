import { isPhaseMessage } from "../src/wire/phase-event.ts";
import { onOfferedPort } from "./element/embed/offered-port.ts";
import "./game-table.ts";
import { openPortSession } from "./element/embed/port-session.ts";

/*
 * The embed page's script. It posts every phase change of its table to the parent page, and exchanges messages with
 * that page through the port that the page sends. Outside a frame it does neither.
 */
if (window.parent !== window) {
  document.addEventListener("phase", (event) => {
    const message: unknown = event instanceof CustomEvent ? event.detail : null;
    if (isPhaseMessage(message)) {
      // Messages go to any origin: the operator's is unknown, and the five fields are public. A message contains
      // neither cards nor the key, and `frame-ancestors` limits which pages can frame this one.
      window.parent.postMessage(message, "*");
    }
  });
  const table = document.querySelector("game-table");
  if (table !== null) {
    onOfferedPort(openPortSession(table));
  }
}
