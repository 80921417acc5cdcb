/** More text than this without the end of an event is no stream of ours. */
const MAX_EVENT_LENGTH = 65_536;

/**
 * Reads Server-Sent Events until the stream ends. Why not EventSource: it hides the status and the
 * Retry-After of a refusal, and after a restart of the service brings all viewers back at once.
 *
 * Rejects when the connection breaks, or for what are no events.
 */
export async function readEvents(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  heard: (name: string, data: string) => void,
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
      // A heartbeat is a comment and has neither.
      const name = /^event: ?(.*)/m.exec(event)?.[1];
      const data = /^data: ?(.*)/m.exec(event)?.[1];
      if (name !== undefined && data !== undefined) {
        heard(name, data);
      }
    }
  }
}
