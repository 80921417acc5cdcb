import { createElement, useEffect, useRef } from "react";
import type { CSSProperties, DetailedHTMLProps, HTMLAttributes, ReactElement, Ref } from "react";
import type { GameTableElement, GameTableOptions } from "../../src/table/element.ts";
import type { TableEventDetails } from "../../src/table/events.ts";
import "./element.ts";

/* The entry `tableside/react`: <GameTable>, and the types of <game-table> in JSX. */

export type * from "./element.ts";

type Listener<Name extends keyof TableEventDetails> = (
  event: CustomEvent<TableEventDetails[Name]>,
) => void;

/** What `<GameTable>` takes. */
export interface GameTableProps extends Partial<Omit<GameTableOptions, "game" | "baseUrl">> {
  game: string;
  baseUrl: string;
  className?: string;
  style?: CSSProperties;
  onPhase?: Listener<"phase">;
  onReady?: Listener<"ready">;
  onResult?: Listener<"result">;
  onError?: Listener<"error">;
  onConnection?: Listener<"connection">;
}

const EVENTS = {
  phase: "onPhase",
  ready: "onReady",
  result: "onResult",
  error: "onError",
  connection: "onConnection",
} as const;

/** A live table. A server renders it as an empty `<game-table>`, which the browser fills. */
export function GameTable(props: GameTableProps): ReactElement {
  const element = useRef<GameTableElement>(null);
  const latest = useRef(props);
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
  const { game, baseUrl, lang, theme, accent, muted, sound, calm, className, style } = props;
  return createElement("game-table", {
    ref: element,
    game,
    "base-url": baseUrl,
    lang,
    theme,
    accent,
    class: className,
    style,
    // React leaves out attributes that are false.
    sound: sound ?? (muted === false || undefined),
    calm: calm || undefined,
  } as HTMLAttributes<GameTableElement>);
}

/** What `<game-table>` takes in JSX. React 19 adds a listener for every `on…`. */
export interface GameTableAttributes {
  game: string;
  "base-url"?: string;
  lang?: string;
  theme?: string;
  accent?: string;
  sound?: boolean;
  calm?: boolean;
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
