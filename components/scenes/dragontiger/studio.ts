import { felt } from "../../../src/games/dragontiger/felt.ts";
import { cardSet } from "../../stage/studio/card-set.ts";

export const set = cardSet("dragontiger", felt);
