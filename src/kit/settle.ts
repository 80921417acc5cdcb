/** Settlement of bets, for Node, browsers and workers: no dependency, no I/O. */
export { checkBet, MAX_STAKE } from "./settle/bet.ts";
export type { Bet } from "./settle/bet.ts";
export { betsCloseAtMs } from "./settle/close.ts";
export { SettleError } from "./settle/error.ts";
export type { SettleErrorCode } from "./settle/error.ts";
export { games } from "./settle/games.ts";
export type { Market, MarketEvent, MarketGame, Prize } from "./settle/market.ts";
export { checkPaytable } from "./settle/paytable.ts";
export type { Paytable } from "./settle/paytable.ts";
export { returnToPlayer } from "./settle/returns.ts";
export type { Fraction } from "./settle/returns.ts";
export { settle } from "./settle/settle.ts";
export type { SettleOptions, Settlement } from "./settle/settle.ts";
export { variants } from "./settle/variants.ts";
