import { answerRequests } from '#core/walled-thread.ts'

/** Runs in a thread for outside texts and reports what it can do. */
const tried = (act: () => unknown): string => {
  try {
    return String(act())
  } catch (error) {
    return String(error)
  }
}
const AsyncFunction = (async () => {}).constructor as FunctionConstructor
const EMPTY_MODULE = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0)

answerRequests((code: string) => ({
  function: tried(() => Reflect.apply(Reflect.construct(Function, [`return ${code}`]), undefined, [])),
  // oxlint-disable-next-line no-eval -- that it cannot is what is shown
  eval: tried(() => Reflect.apply(globalThis.eval, undefined, [code])),
  asyncFunction: tried(() => Reflect.construct(AsyncFunction, [`return ${code}`])),
  environment: Object.keys(process.env),
  arguments: process.argv.slice(2),
  leadsOut: ['binding', '_linkedBinding', 'dlopen', 'getBuiltinModule', 'kill'].filter((name) => name in process),
  network: ['fetch', 'WebSocket', 'EventSource'].filter((name) => name in globalThis),
  assembles: tried(() => Reflect.construct(WebAssembly.Module, [EMPTY_MODULE])),
}))
