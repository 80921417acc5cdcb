/*
 * Calls from one thread to another and back. What is given and what comes back is copied, so it must be data.
 */

/** What a thread does for the other one. */
export type Callable<Service> = {
  readonly [Name in keyof Service]: (input: never) => Promise<unknown>;
};

/** Either end of a thread's messages. */
export interface Port {
  postMessage(message: Message): void;
  on(event: "message", listener: (message: Message) => void): unknown;
}

export interface ThreadCalls<Theirs extends Callable<Theirs>> {
  /** Has the other thread do something; rejects with what that threw. */
  call<Name extends keyof Theirs & string>(
    name: Name,
    input: Parameters<Theirs[Name]>[0],
  ): ReturnType<Theirs[Name]>;
  /** Rejects all calls under way: the other thread is gone. */
  end(error: Error): void;
}

/** Of an error its name and words are kept, which is what logs show. */
interface Fault {
  readonly name: string;
  readonly message: string;
}

type Message =
  | { readonly call: number; readonly name: string; readonly input: unknown }
  | { readonly answerTo: number; readonly output: unknown }
  | { readonly answerTo: number; readonly fault: Fault };

/** @param ours what this thread does for the other one. */
export function threadCalls<Ours extends Callable<Ours>, Theirs extends Callable<Theirs>>(
  port: Port,
  ours: Ours,
): ThreadCalls<Theirs> {
  const open = new Map<number, PromiseWithResolvers<unknown>>();
  let calls = 0;

  async function answer(call: number, name: string, input: unknown): Promise<void> {
    // Both threads run the same build, so the name is one of ours and the input is of its type.
    const work = ours[name as keyof Ours];
    try {
      port.postMessage({ answerTo: call, output: await work(input as never) });
    } catch (error) {
      const { name: kind, message } = error instanceof Error ? error : new Error(String(error));
      port.postMessage({ answerTo: call, fault: { name: kind, message } });
    }
  }

  port.on("message", (message) => {
    if ("call" in message) {
      void answer(message.call, message.name, message.input);
      return;
    }
    const waiting = open.get(message.answerTo);
    open.delete(message.answerTo);
    if ("fault" in message) {
      const { name, message: words } = message.fault;
      waiting?.reject(Object.assign(new Error(words), { name }));
    } else {
      waiting?.resolve(message.output);
    }
  });

  return {
    call(name, input) {
      const waiting = Promise.withResolvers<unknown>();
      calls += 1;
      open.set(calls, waiting);
      port.postMessage({ call: calls, name, input });
      // What comes back is what the function of this name gives.
      return waiting.promise as ReturnType<Theirs[typeof name]>;
    },
    end(error) {
      const waiting = [...open.values()];
      open.clear();
      waiting.forEach(({ reject }) => reject(error));
    },
  };
}
