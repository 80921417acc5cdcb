/** Calls `task` once after `ms`, unless the function that it returns is called first. */
export type SetTimer = (task: () => void, ms: number) => () => void;

/** A timer that does not keep the process alive. */
export const setBackgroundTimer: SetTimer = (task, ms) => {
  const timer = setTimeout(task, ms).unref();
  return () => clearTimeout(timer);
};
