// Tells the sandbox what to do. Start it beside your tests: npx tableside-sandbox
const CONTROL = process.env.SANDBOX_CONTROL ?? "http://127.0.0.1:3101/";

/** Its address, its test keys, its clock and the rounds it plays. */
export async function state() {
  return (await fetch(CONTROL)).json();
}

/** Has it do something, and gives what came of it. */
export async function tell(command) {
  const response = await fetch(CONTROL, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(command),
  });
  const answer = await response.json();
  if (!response.ok) {
    throw new Error(answer.detail);
  }
  return answer;
}
