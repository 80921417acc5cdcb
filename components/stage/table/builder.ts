import type { Kit } from "../kit.ts";
import type { Play } from "../scene.ts";
import type { CardTableLook } from "./scene.ts";
import { CardTable } from "./table.ts";

/** Makes the drawn parts of a table of cards. */
export const tableBuilder = (look: CardTableLook) => (kit: Kit, view: Play) =>
  kit.part((bench) => new CardTable(kit, bench, look, view));
