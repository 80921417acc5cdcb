import { tableBets } from "../../stage/table/table-bets.ts";
import { layout } from "./layout.ts";

export const { betLayer, placesIn } = tableBets(layout);
