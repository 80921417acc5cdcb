// The tests use the sandbox of this control API.
const control = process.env.SANDBOX_CONTROL ?? "http://127.0.0.1:3101/";
const { url } = await (await fetch(control)).json();

export default {
  test: {
    // All files share the clock of one sandbox.
    fileParallelism: false,
    env: { TABLESIDE_URL: url },
  },
};
