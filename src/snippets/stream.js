// Follows the state of a game as it is pushed, and comes back by itself. A browser does so after a break
// of the line; a stream that was refused, as in maintenance, an EventSource gives up on for good.

// Seconds until a refused stream is tried again, spread so that not all viewers come at once.
const retryS = () => 5 + 10 * Math.random();

// `address`: https://games.example.com/embed/{slug}/api/stream. `onState` is given each state as
// api/current says it, and null when for now none comes: close the betting then. Returns what ends it.
export function followState(address, onState) {
  let stream;
  let waiting;

  function open() {
    stream = new EventSource(address);
    stream.addEventListener("state", ({ data }) => onState(JSON.parse(data)));
    stream.addEventListener("error", () => {
      onState(null);
      if (stream.readyState === EventSource.CLOSED) waiting = setTimeout(open, retryS() * 1000);
    });
  }

  open();
  return () => {
    clearTimeout(waiting);
    stream.close();
  };
}
