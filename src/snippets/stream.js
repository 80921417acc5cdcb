// Follows a game's state stream, and reconnects. An EventSource
// reconnects after a lost connection, but gives up permanently after an
// HTTP error, such as during maintenance.

// Seconds until the retry after an HTTP error, with jitter, so that
// viewers do not all reconnect at once.
const retryS = () => 5 + 10 * Math.random();

// `url`: https://games.example.com/embed/{slug}/api/stream. `onState`
// receives each state, as in api/current, or null when the stream is
// down: close betting then. Returns a function that stops following.
export function followState(url, onState) {
  let stream;
  let waiting;

  function open() {
    stream = new EventSource(url);
    stream.addEventListener("state", ({ data }) =>
      onState(JSON.parse(data)),
    );
    stream.addEventListener("error", () => {
      onState(null);
      if (stream.readyState === EventSource.CLOSED)
        waiting = setTimeout(open, retryS() * 1000);
    });
  }

  open();
  return () => {
    clearTimeout(waiting);
    stream.close();
  };
}
