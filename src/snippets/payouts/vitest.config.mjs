// The control API of the sandbox that the tests use.
const control = process.env.SANDBOX_CONTROL ?? "http://127.0.0.1:3101/";
const response = await fetch(control).catch(() => {
  throw new Error("Start the sandbox first: npx tableside-sandbox");
});
const { url } = await response.json();

export default {
  test: {
    // All files share the clock of one sandbox.
    fileParallelism: false,
    env: { TABLESIDE_URL: url },
  },
};
