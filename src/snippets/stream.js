// Follows the pushed state of a game, and reconnects by itself.
// Browsers reconnect after a lost connection, but an EventSource gives
// up permanently after a refusal, such as during maintenance.

// Seconds until a refused stream is retried, with jitter, so that
// viewers do not all reconnect at once.
const retryS = () => 5 + 10 * Math.random();

// `url`: https://games.example.com/embed/{slug}/api/stream. `onState`
// gets each state, as in api/current, and null when the stream is down:
// close betting then. Returns a function that stops following.
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
