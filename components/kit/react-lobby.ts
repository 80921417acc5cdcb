import { createElement, forwardRef, useEffect, useImperativeHandle, useRef } from "react";
import type { HTMLAttributes } from "react";
import type {
  GameLobbyElement,
  GameLobbyEventMap,
  GameLobbyOptions,
} from "../../src/hud/lobby/element.ts";
import { useListeners, withoutListeners } from "./use-listeners.ts";

interface OwnProps
  extends Pick<GameLobbyOptions, "baseUrl">, Partial<Omit<GameLobbyOptions, "baseUrl">> {
  onOpen?: (event: GameLobbyEventMap["open"]) => void;
  onClose?: (event: GameLobbyEventMap["close"]) => void;
}

/** What `<GameLobby>` takes besides a `ref`: its own, and what every element takes. */
export interface GameLobbyProps
  extends
    OwnProps,
    Omit<
      HTMLAttributes<GameLobbyElement>,
      keyof OwnProps | "children" | "dangerouslySetInnerHTML"
    > {}

const EVENTS = { open: "onOpen", close: "onClose" } as const;

/**
 * All tables in small. A server renders it as an empty `<game-lobby>`, which the browser fills: its script
 * is loaded when the first one is there. Its `ref` is the element.
 */
export const GameLobby = forwardRef<GameLobbyElement, GameLobbyProps>(
  function GameLobby(props, ref) {
    const element = useRef<GameLobbyElement>(null);
    useImperativeHandle(ref, () => element.current as GameLobbyElement);
    useListeners(element, EVENTS, props);
    useEffect(() => {
      import("./lobby.ts").then(({ registered }) => registered).catch(console.warn);
    }, []);
    const { baseUrl, className, muted, sound, calm, ...others } = props;
    return createElement("game-lobby", {
      ...withoutListeners(others, EVENTS),
      ref: element,
      "base-url": baseUrl,
      class: className,
      // React leaves out attributes that are false.
      sound: sound ?? (muted === false || undefined),
      calm: calm || undefined,
    } as HTMLAttributes<GameLobbyElement>);
  },
);
