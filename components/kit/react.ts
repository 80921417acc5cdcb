import { createElement, forwardRef, useEffect, useImperativeHandle, useRef } from "react";
import type { DetailedHTMLProps, HTMLAttributes, Ref } from "react";
import type { GameTableElement, GameTableOptions } from "../../src/table/element.ts";
import type { TableEventDetails } from "../../src/table/events.ts";
import "./element.ts";

/* The entry `tableside/react`: <GameTable>, and the types of <game-table> in JSX. */

export type * from "./element.ts";

type Listener<Name extends keyof TableEventDetails> = (
  event: CustomEvent<TableEventDetails[Name]>,
) => void;

interface OwnProps
  extends
    Pick<GameTableOptions, "game" | "baseUrl">,
    Partial<Omit<GameTableOptions, "game" | "baseUrl">> {
  onPhase?: Listener<"phase">;
  onReady?: Listener<"ready">;
  onResult?: Listener<"result">;
  onError?: Listener<"error">;
  onConnection?: Listener<"connection">;
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
} as const;
const LISTENERS = new Set<string>(Object.values(EVENTS));

/**
 * A live table. A server renders it as an empty `<game-table>`, which the browser fills. Its `ref` is the
 * element.
 */
export const GameTable = forwardRef<GameTableElement, GameTableProps>(
  function GameTable(props, ref) {
    const element = useRef<GameTableElement>(null);
    const latest = useRef(props);
    useImperativeHandle(ref, () => element.current as GameTableElement);
    useEffect(() => {
      latest.current = props;
    });
    useEffect(() => {
      const ending = new AbortController();
      for (const [name, prop] of Object.entries(EVENTS)) {
        const hear = (event: Event) =>
          // Each listener takes the event that it is named for.
          (latest.current[prop] as ((event: Event) => void) | undefined)?.(event);
        element.current?.addEventListener(name, hear, { signal: ending.signal });
      }
      return () => ending.abort();
    }, []);
    const { baseUrl, className, muted, sound, calm, ...others } = props;
    return createElement("game-table", {
      ...Object.fromEntries(Object.entries(others).filter(([name]) => !LISTENERS.has(name))),
      ref: element,
      "base-url": baseUrl,
      class: className,
      // React leaves out attributes that are false.
      sound: sound ?? (muted === false || undefined),
      calm: calm || undefined,
    } as HTMLAttributes<GameTableElement>);
  },
);

/** The options of `<game-table>` in JSX. React 19 adds a listener for every `on…`. */
export interface GameTableAttributes
  extends
    Pick<GameTableOptions, "game">,
    Partial<Pick<GameTableOptions, "lang" | "theme" | "accent" | "sound" | "calm">> {
  "base-url"?: string;
  class?: string;
  ref?: Ref<GameTableElement>;
  onphase?: Listener<"phase">;
  onready?: Listener<"ready">;
  onresult?: Listener<"result">;
  onerror?: Listener<"error">;
  onconnection?: Listener<"connection">;
}

type Own = keyof GameTableAttributes;

/** What `<game-table>` takes in JSX, with what every element takes. */
export type GameTableJsx = GameTableAttributes &
  Omit<DetailedHTMLProps<HTMLAttributes<GameTableElement>, GameTableElement>, Own>;

declare module "react" {
  namespace JSX {
    interface IntrinsicElements {
      "game-table": GameTableJsx;
    }
  }
}
