import { addCopyButtons } from "./copy-button.ts";
import { EventLog } from "./event-log.ts";
import { frameTables } from "./framed-table.ts";
import { listenToTables } from "./table-listener.ts";

/* The operator's page: its copy buttons, and where the server gave it a demo key, live tables. */
addCopyButtons(document);

const key = document.body.dataset["key"] ?? "";
const entries = document.querySelector<HTMLElement>(".entries");
if (key !== "" && entries !== null) {
  const log = new EventLog(entries);
  listenToTables(frameTables(document, key), log);
}
