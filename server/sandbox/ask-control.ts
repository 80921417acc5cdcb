import { StartError } from "../runtime/start-error.ts";

/**
 * Asks a sandbox's control API: for the state, or with a command.
 *
 * @throws StartError with the API's words where it refuses, and when nothing answers there.
 */
export async function askControl(controlUrl: string, command?: unknown): Promise<unknown> {
  let response: Response;
  try {
    response = await fetch(controlUrl, {
      ...(command !== undefined && {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(command),
      }),
    });
  } catch (error) {
    throw new StartError(
      `No sandbox answers at ${controlUrl}. Start one with npx tableside-sandbox, or name its --control-port.`,
      { cause: error },
    );
  }
  const answer: unknown = await response.json();
  if (!response.ok) {
    throw new StartError((answer as { detail: string }).detail);
  }
  return answer;
}
