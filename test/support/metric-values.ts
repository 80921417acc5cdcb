import type { TestService } from "./service.ts";

/** The values of a metric by its labels, such as `route="/",status="200"`. */
export async function valuesOf(
  { metrics }: Pick<TestService, "metrics">,
  name: string,
): Promise<Record<string, number>> {
  const lines = (await metrics.text()).split("\n");
  return Object.fromEntries(
    lines
      .filter((line) => line.startsWith(`${name}{`))
      .map((line) => [
        line.slice(name.length + 1, line.indexOf("}")),
        Number(line.slice(line.lastIndexOf(" "))),
      ]),
  );
}
