import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import vectors from "../../public/v1/vectors.json" with { type: "json" };
import { programEnv } from "../support/program-env.ts";

const FOLDER = fileURLToPath(new URL("../../public/v1", import.meta.url));

/** Reads the vectors and prints one answer for each, as JSON. */
const PYTHON = `
import json, sys
from settle import settle, SettleError
vectors = json.load(sys.stdin)
def answer(case):
    try:
        return settle(vectors["entries"][case["entry"]], case["bet"], case.get("paytable"))
    except SettleError as error:
        return {"error": error.code}
print(json.dumps([answer(case) for case in vectors["cases"]]))
`;

const PHP = `
error_reporting(E_ALL);
set_error_handler(function ($level, $text) { throw new ErrorException($text); });
require 'settle.php';
$vectors = json_decode(stream_get_contents(STDIN), true);
echo json_encode(array_map(function ($case) use ($vectors) {
    try {
        return Tableside\\settle($vectors['entries'][$case['entry']], $case['bet'], $case['paytable'] ?? []);
    } catch (Tableside\\SettleError $error) {
        return ['error' => $error->reason];
    }
}, $vectors['cases']));
`;

describe.each([
  ["settle.py", "python3", ["-B", "-c", PYTHON]],
  ["settle.php", "php", ["-r", PHP]],
])("the settlement in %s", (_file, program, args) => {
  test("every vector is settled according to the rules", () => {
    const { stdout, stderr } = spawnSync(program, args, {
      cwd: FOLDER,
      env: programEnv,
      input: JSON.stringify(vectors),
      encoding: "utf8",
    });
    expect(stderr).toBe("");
    const answers = JSON.parse(stdout) as unknown[];
    expect(answers).toHaveLength(vectors.cases.length);
    for (const [index, { name, entry, expect: answer }] of vectors.cases.entries()) {
      expect(answers[index], `${name}: ${entry}`).toEqual(answer);
    }
  });
});
