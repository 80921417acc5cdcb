/** `addEventListener` or `removeEventListener` of an element with its own events. */
export interface ListenerMethod<Host extends HTMLElement, Events, Options> {
  <Name extends keyof Events>(
    type: Name,
    listener: (this: Host, event: Events[Name]) => unknown,
    options?: boolean | Options,
  ): void;
  <Name extends keyof HTMLElementEventMap>(
    type: Name,
    listener: (this: HTMLElement, event: HTMLElementEventMap[Name]) => unknown,
    options?: boolean | Options,
  ): void;
  (type: string, listener: EventListenerOrEventListenerObject, options?: boolean | Options): void;
}
