import type { ClientRequest } from "node:http";

/** Nobody who means well says more often that an answer is to come. */
const MAX_HINTS = 10;

/** Hangs up on whoever only says that an answer is to come (1xx): its heads would be read until the time is up. */
export function boundHints(sent: ClientRequest): void {
  let hints = 0;
  sent.on("information", () => {
    hints += 1;
    if (hints > MAX_HINTS) {
      sent.destroy(new TypeError("It only says that an answer is to come."));
    }
  });
}
