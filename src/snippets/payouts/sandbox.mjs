const control = process.env.SANDBOX_CONTROL ?? "http://127.0.0.1:3101/";

async function request(init) {
  const response = await fetch(control, init);
  const body = await response.json();
  if (!response.ok) {
    throw new Error(body.detail);
  }
  return body;
}

/** The sandbox's URL, keys, clock and rounds. */
export const state = () => request();

/** Sends a command to the sandbox. */
export function send(command) {
  const headers = { "content-type": "application/json" };
  return request({
    method: "POST",
    headers,
    body: JSON.stringify(command),
  });
}
