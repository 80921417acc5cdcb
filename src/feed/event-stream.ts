/** Longer text without the end of an event does not come from our service. */
const MAX_EVENT_LENGTH = 65_536;

/**
 * Reads Server-Sent Events until the stream ends. Not an EventSource: that one hides the status and
 * `Retry-After` of a refused request, and reconnects all viewers at once after a restart.
 *
 * Rejects when the connection breaks, or if the body holds no events.
 */
export async function readEvents(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  onEvent: (name: string, data: string) => void,
): Promise<void> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) {
      return;
    }
    const events = (text + value).split(/\r?\n\r?\n/);
    text = events.pop() ?? "";
    if (text.length > MAX_EVENT_LENGTH) {
      throw new RangeError("An event has no end.");
    }
    for (const event of events) {
      // A heartbeat is a comment: it has neither name nor data.
      const name = /^event: ?(.*)/m.exec(event)?.[1];
      const data = /^data: ?(.*)/m.exec(event)?.[1];
      if (name !== undefined && data !== undefined) {
        onEvent(name, data);
      }
    }
  }
}
