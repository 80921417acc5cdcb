import { felt } from "../../../src/games/baccarat/felt.ts";
import { cardSet } from "../../stage/studio/card-set.ts";

export const set = cardSet("baccarat", felt);
