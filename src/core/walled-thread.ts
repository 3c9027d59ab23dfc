import { parentPort } from 'node:worker_threads'

/** What leads from a value in this thread to the machine, other than by what its file has imported. */
const POWERS = ['_linkedBinding', 'abort', 'binding', 'chdir', 'dlopen', 'getBuiltinModule', 'kill', 'loadEnvFile']
const NETWORK = ['EventSource', 'WebSocket', 'fetch']

/**
 * Answers requests in a thread that works on texts of others. Its context cannot turn text into code (one-thread.ts);
 * what else would lead out of it goes here, before the first request can come.
 */
export function answerRequests<Request, Answer>(answer: (request: Request) => Answer | Promise<Answer>): void {
  for (const name of POWERS) Reflect.deleteProperty(process, name)
  for (const name of NETWORK) Reflect.deleteProperty(globalThis, name)
  parentPort?.on('message', async (request: Request) => parentPort?.postMessage(await answer(request), []))
  parentPort?.postMessage('ready', [])
}

/** From here on the request has the time of one that is compiled. */
export function isCompiled(): void {
  parentPort?.postMessage('compiled', [])
}
