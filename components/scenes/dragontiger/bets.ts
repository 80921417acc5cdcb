import { tableBets } from "../../stage/table/bets.ts";
import { look } from "./look.ts";

export const { betLayer, placesIn } = tableBets(look);
