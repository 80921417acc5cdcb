import { tableSounds } from "../../stage/table/table-sounds.ts";
import { layout } from "./layout.ts";

export const { poseSounds, timedSounds } = tableSounds(layout);
