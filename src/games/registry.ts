export { dragontiger } from "./dragontiger/game.ts";
export { baccarat } from "./baccarat/game.ts";
export { bigsixball } from "./bigsixball/game.ts";
