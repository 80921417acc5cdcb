// Starts the packed sandbox. The rest is loaded after the check, because an old Node cannot read it.
import "../runtime/require-node.mjs";

const { runProgram } = await import("./command.ts");
const { sandboxCommand } = await import("./sandbox.ts");
await runProgram(sandboxCommand);
