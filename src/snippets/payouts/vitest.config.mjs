export default {
  test: {
    // All files share the clock of one sandbox.
    fileParallelism: false,
    env: {
      TABLESIDE_URL:
        process.env.TABLESIDE_URL ?? "http://127.0.0.1:3100",
    },
  },
};
