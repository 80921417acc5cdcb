import { useEffect, useRef } from "react";
import type { RefObject } from "react";

/**
 * Calls the listeners of a component for the events of its element.
 *
 * @param events the names of the events, with the props that hold their listeners.
 */
export function useListeners<Props extends object>(
  element: RefObject<HTMLElement | null>,
  events: Readonly<Record<string, keyof Props>>,
  props: Props,
): void {
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });
  useEffect(() => {
    const ending = new AbortController();
    for (const [name, prop] of Object.entries(events)) {
      const report = (event: Event) =>
        // Each listener takes the event that it is named for.
        (latest.current[prop] as ((event: Event) => void) | undefined)?.(event);
      element.current?.addEventListener(name, report, { signal: ending.signal });
    }
    return () => ending.abort();
    // The names are those of the component, the same for as long as it is there.
  }, []);
}

/** Props without the listeners of events. */
export function withoutListeners(
  props: object,
  events: Readonly<Record<string, PropertyKey>>,
): Record<string, unknown> {
  const listeners = new Set<PropertyKey>(Object.values(events));
  return Object.fromEntries(Object.entries(props).filter(([name]) => !listeners.has(name)));
}
