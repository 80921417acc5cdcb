import type { Focus } from "../contract.ts";
import { felt } from "./felt.ts";

/** The part of the table that the first paint shows. */
export const still: Focus = felt.focus;
