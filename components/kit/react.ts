import { createElement, forwardRef, useEffect, useImperativeHandle, useRef } from "react";
import type { HTMLAttributes } from "react";
import type {
  GameTableBets,
  GameTableElement,
  GameTableOptions,
} from "../../src/hud/table/element.ts";
import type { TableEventDetails } from "../../src/hud/table/events.ts";
import { useListeners, withoutListeners } from "./use-listeners.ts";
import "./element.ts";

/* The entry `tableside/react`: <GameTable> and <GameLobby>. */

export type * from "./element.ts";
export type {
  GameLobbyElement,
  GameLobbyEventMap,
  GameLobbyOptions,
} from "../../src/hud/lobby/element.ts";
export { GameLobby } from "./react-lobby.ts";
export type { GameLobbyProps } from "./react-lobby.ts";
export type { GameLobbyAttributes, GameLobbyJsx } from "./jsx.d.ts";

type Listener<Name extends keyof TableEventDetails> = (
  event: CustomEvent<TableEventDetails[Name]>,
) => void;

interface OwnProps
  extends
    Pick<GameTableOptions, "game" | "baseUrl">,
    Partial<Omit<GameTableOptions, "game" | "baseUrl">>,
    Partial<GameTableBets> {
  onPhase?: Listener<"phase">;
  onReady?: Listener<"ready">;
  onResult?: Listener<"result">;
  onError?: Listener<"error">;
  onConnection?: Listener<"connection">;
  onSpots?: Listener<"spots">;
  onBetSpot?: Listener<"bet-spot">;
}

/** What `<GameTable>` takes besides a `ref`: its own, and what every element takes. */
export interface GameTableProps
  extends
    OwnProps,
    Omit<
      HTMLAttributes<GameTableElement>,
      keyof OwnProps | "children" | "dangerouslySetInnerHTML"
    > {}

const EVENTS = {
  phase: "onPhase",
  ready: "onReady",
  result: "onResult",
  error: "onError",
  connection: "onConnection",
  spots: "onSpots",
  "bet-spot": "onBetSpot",
} as const;

/**
 * A live table. A server renders it as an empty `<game-table>`, which the browser fills. Its `ref` is the
 * element.
 */
export const GameTable = forwardRef<GameTableElement, GameTableProps>(
  function GameTable(props, ref) {
    const element = useRef<GameTableElement>(null);
    useImperativeHandle(ref, () => element.current as GameTableElement);
    useListeners(element, EVENTS, props);
    const { baseUrl, className, muted, sound, calm, betSpots, bets, winners, ...others } = props;
    useEffect(() => {
      // As properties: what they hold is no text. The element finds them when it is registered later.
      Object.assign(element.current ?? {}, { bets: bets ?? null, winners: winners ?? null });
    }, [bets, winners]);
    return createElement("game-table", {
      ...withoutListeners(others, EVENTS),
      ref: element,
      "base-url": baseUrl,
      class: className,
      // React leaves out attributes that are false.
      sound: sound ?? (muted === false || undefined),
      calm: calm || undefined,
      "bet-spots": betSpots || undefined,
    } as HTMLAttributes<GameTableElement>);
  },
);
