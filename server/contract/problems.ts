import type { HTTPError } from "h3";
import type { Problem } from "../../src/problem.ts";
import { toProblem } from "../http/problem.ts";
import type { RefusalCode } from "../http/refusal.ts";
import { refTo } from "./json-schema.ts";
import type { Example, OpenApi, OpenApiResponse, Ref } from "./openapi.ts";

/*
 * How the contract tells refusals: one response for each status of an address, with the titles and codes
 * that come with it, and each refusal in full as an example.
 */

/** Adds what a list of refusals needs to the contract, and gives the responses by their status. */
export function problemResponses(
  refusals: readonly HTTPError[],
  components: OpenApi["components"],
): Record<string, Ref> {
  const byStatus = Map.groupBy(refusals, ({ status }) => String(status));
  return Object.fromEntries(
    [...byStatus].map(([status, errors]) => {
      const name = `${status}.${errors.map(codeOf).join(".")}`;
      components.responses[name] ??= responseOf(errors);
      for (const error of errors) {
        components.examples[codeOf(error)] ??= exampleOf(error);
      }
      return [status, { $ref: `#/components/responses/${name}` }];
    }),
  );
}

const codeOf = (error: HTTPError): RefusalCode => toProblem(error).code;

function exampleOf(error: HTTPError): Example {
  const problem: Problem<RefusalCode> = toProblem(error);
  return { summary: problem.detail, value: problem };
}

function responseOf(errors: readonly HTTPError[]): OpenApiResponse {
  const problems = errors.map(toProblem);
  const titles = [...new Set(problems.map(({ title }) => title))];
  const codes = problems.map(({ code }) => code);
  const waits = errors.some(({ headers }) => headers?.has("retry-after"));
  return {
    description: problems
      .map(({ title, code, detail }) => `${title} (\`${code}\`): ${detail}`)
      .join("\n\n"),
    ...(waits && { headers: { "Retry-After": { $ref: "#/components/headers/RetryAfter" } } }),
    content: {
      "application/problem+json": {
        schema: {
          allOf: [
            refTo("Problem"),
            {
              properties: {
                title: { enum: titles },
                status: { const: problems[0]?.status },
                code: { enum: codes },
              },
            },
          ],
        },
        examples: Object.fromEntries(
          codes.map((code) => [code, { $ref: `#/components/examples/${code}` }]),
        ),
      },
    },
  };
}
