// Plain old JavaScript, so that an old Node can parse it and report its version.
const needed = 24;
const running = process.versions.node;
if (Number(running.split(".")[0]) < needed) {
  console.error(
    `Tableside needs Node ${needed} or newer; this is Node ${running}.\n` +
      "Install it from https://nodejs.org or, in a clone of Tableside on Linux, run `npm ci` without --omit=optional.",
  );
  process.exit(1);
}
