/* The `tableside/settle` entry point: settles bets, without dependencies or I/O, in Node, browsers and workers. */
export { betsCloseAtMs, checkBet, MAX_STAKE } from "./settle/bet.ts";
export type { Bet } from "./settle/bet.ts";
export { SettleError } from "./settle/error.ts";
export type { SettleErrorCode } from "./settle/error.ts";
export { games } from "./settle/games.ts";
export type { Market, MarketEvent, MarketGame, Prize } from "./settle/market.ts";
export { checkPaytable, returnToPlayer } from "./settle/paytable.ts";
export type { Fraction, Paytable } from "./settle/paytable.ts";
export { settle } from "./settle/settle-bet.ts";
export type { SettleOptions, Settlement } from "./settle/settle-bet.ts";
export { variants } from "./settle/variants.ts";
