import "./game-table.ts";
import { isPhaseMessage } from "../src/phase-event.ts";

/*
 * The script of the embed page: posts every phase change of its table to the page around the frame. A
 * page that is not framed posts nothing.
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
}
