import { isPhaseMessage } from "../src/wire/phase-event.ts";
import { onOfferedPort } from "./element/embed/offered-port.ts";
import "./game-table.ts";
import { PortSession } from "./element/embed/port-session.ts";

/*
 * The script of the embed page: posts every phase change of its table to the page around the frame, and
 * talks with that page through the port that it hands over. A page that is not framed does neither.
 */
if (window.parent !== window) {
  document.addEventListener("phase", (event) => {
    const message: unknown = event instanceof CustomEvent ? event.detail : null;
    if (isPhaseMessage(message)) {
      // To any origin: we do not know the operator's, and the five fields are public. A message holds
      // neither cards nor key, and `frame-ancestors` decides who may frame this page.
      window.parent.postMessage(message, "*");
    }
  });
  const table = document.querySelector("game-table");
  if (table !== null) {
    const session = new PortSession(table);
    onOfferedPort((port) => session.use(port));
  }
}
