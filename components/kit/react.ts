import { createElement, forwardRef, useEffect, useImperativeHandle, useRef } from "react";
import type { ForwardedRef, HTMLAttributes } from "react";
import type {
  GameLobbyElement,
  GameLobbyEventMap,
  GameLobbyOptions,
} from "../../src/hud/lobby/element.ts";
import type {
  GameTableBets,
  GameTableElement,
  GameTableEventMap,
  GameTableOptions,
} from "../../src/hud/table/element.ts";
import "./element.ts";
import type { CamelListeners } from "./jsx.d.ts";

/* The entry `tableside/react`: <GameTable> and <GameLobby>. */

export type * from "./element.ts";
export type { GameLobbyElement, GameLobbyEventMap, GameLobbyOptions };
export type { GameLobbyAttributes, GameLobbyJsx } from "./jsx.d.ts";

interface TableProps
  extends
    Pick<GameTableOptions, "game" | "baseUrl">,
    Partial<Omit<GameTableOptions, "game" | "baseUrl">>,
    Partial<GameTableBets>,
    CamelListeners<GameTableEventMap> {}

interface LobbyProps
  extends
    Pick<GameLobbyOptions, "baseUrl">,
    Partial<Omit<GameLobbyOptions, "baseUrl">>,
    CamelListeners<GameLobbyEventMap> {}

/** The attributes of any element, except the component's own props and content. */
type Others<Host, Own> = Omit<
  HTMLAttributes<Host>,
  keyof Own | "children" | "dangerouslySetInnerHTML"
>;

/** The props of `<GameTable>` except `ref`: its own, and the attributes of any element. */
export interface GameTableProps extends TableProps, Others<GameTableElement, TableProps> {}
/** The props of `<GameLobby>` except `ref`: its own, and the attributes of any element. */
export interface GameLobbyProps extends LobbyProps, Others<GameLobbyElement, LobbyProps> {}

/** Maps each event to its listener prop. */
const TABLE_EVENTS = {
  phase: "onPhase",
  ready: "onReady",
  result: "onResult",
  error: "onError",
  connection: "onConnection",
  spots: "onSpots",
  "bet-spot": "onBetSpot",
} as const satisfies Record<keyof GameTableEventMap, keyof TableProps>;
const LOBBY_EVENTS = { open: "onOpen", close: "onClose" } as const;

/** The props of both components that become attributes of another name or value. */
type SharedProps = Partial<Pick<GameLobbyOptions, "baseUrl" | "muted" | "sound" | "calm">> & {
  className?: string | undefined;
};

/** Returns the attributes for creating an element, and passes its events to the listeners in the props. */
function useElement<Host extends HTMLElement>(
  ref: ForwardedRef<Host>,
  events: Readonly<Record<string, string>>,
  props: SharedProps,
) {
  const element = useRef<Host>(null);
  const latest = useRef<object>(props);
  useImperativeHandle(ref, () => element.current as Host);
  useEffect(() => {
    latest.current = props;
  });
  useEffect(() => {
    const abort = new AbortController();
    for (const [name, prop] of Object.entries(events)) {
      const report = (event: Event) =>
        (latest.current as Record<string, (event: Event) => void>)[prop]?.(event);
      element.current?.addEventListener(name, report, { signal: abort.signal });
    }
    return () => abort.abort();
    // `events` never changes during the life of a component.
  }, []);
  const { baseUrl, className, muted, sound, calm, ...others } = props;
  const listeners = Object.values(events);
  const attributes = {
    ...Object.fromEntries(Object.entries(others).filter(([name]) => !listeners.includes(name))),
    ref: element,
    "base-url": baseUrl,
    class: className,
    // React omits attributes whose value is false.
    sound: sound ?? (muted === false || undefined),
    calm: calm || undefined,
  };
  return { element, attributes };
}

/** A live table. A server renders it as an empty `<game-table>`, which the browser fills. Its `ref` is the element. */
export const GameTable = forwardRef<GameTableElement, GameTableProps>(
  function GameTable(props, ref) {
    const { betSpots, bets, winners, ...others } = props;
    const { element, attributes } = useElement(ref, TABLE_EVENTS, others);
    useEffect(() => {
      // Set as properties, since their values are not text. An element that is registered later picks them up.
      Object.assign(element.current ?? {}, { bets: bets ?? null, winners: winners ?? null });
    }, [bets, winners]);
    return createElement("game-table", {
      ...attributes,
      "bet-spots": betSpots || undefined,
    } as HTMLAttributes<GameTableElement>);
  },
);

/**
 * All tables as small tiles. A server renders it as an empty `<game-lobby>`, which the browser fills; the script loads
 * with the first one on the page. Its `ref` is the element.
 */
export const GameLobby = forwardRef<GameLobbyElement, GameLobbyProps>(
  function GameLobby(props, ref) {
    const { attributes } = useElement(ref, LOBBY_EVENTS, props);
    useEffect(() => {
      import("./lobby.ts").then(({ registered }) => registered).catch(console.warn);
    }, []);
    return createElement("game-lobby", attributes as HTMLAttributes<GameLobbyElement>);
  },
);
