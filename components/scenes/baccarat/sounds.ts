import { tableSounds } from "../../stage/table/sounds.ts";
import { look } from "./look.ts";

export const { poseSounds, timedSounds } = tableSounds(look);
