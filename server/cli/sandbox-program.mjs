/*
 * The program of the package `tableside-sandbox`. It imports nothing at first: an older Node refuses what the
 * sandbox imports before any line of it runs, and shows a stack trace.
 */
const needed = 24;
const running = process.versions.node;
if (Number(running.split(".")[0]) < needed) {
  console.error(`tableside-sandbox needs Node ${needed} or newer; this is Node ${running}.`);
  process.exit(1);
}

const [{ sandboxCommand }, { runProgram }] = await Promise.all([
  import("./sandbox.ts"),
  import("./command.ts"),
]);
await runProgram(sandboxCommand);
