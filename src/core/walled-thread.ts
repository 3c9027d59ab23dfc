import { parentPort } from 'node:worker_threads'

/** Parts of `process` that reach the machine without an import. */
const POWERS = ['_linkedBinding', 'abort', 'binding', 'chdir', 'dlopen', 'getBuiltinModule', 'kill', 'loadEnvFile']
const NETWORK = ['EventSource', 'WebSocket', 'fetch']

/**
 * Answers requests in a thread that handles untrusted input. Its context cannot turn text into code (one-thread.ts);
 * this removes the other ways out before the first request arrives.
 */
export function answerRequests<Request, Answer>(answer: (request: Request) => Answer | Promise<Answer>): void {
  for (const name of POWERS) Reflect.deleteProperty(process, name)
  for (const name of NETWORK) Reflect.deleteProperty(globalThis, name)
  parentPort?.on('message', async (request: Request) => parentPort?.postMessage(await answer(request), []))
  parentPort?.postMessage('ready', [])
}

/** Compiling is done: from here on the request gets the normal time limit. */
export function isCompiled(): void {
  parentPort?.postMessage('compiled', [])
}
