export { dragontiger } from "./dragontiger.ts";
export { baccarat } from "./baccarat.ts";
export { bigsixball } from "./bigsixball.ts";
