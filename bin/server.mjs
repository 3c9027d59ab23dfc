// How the server is run: by npm start, by the benchmark, and in the image (Dockerfile).
/**
 * Most of what a request makes is garbage when it is answered: in a larger nursery less of it is copied. And a server that
 * had nothing to do for some seconds is no page in the background: what V8 does there to save memory throws away the
 * compiled code and makes the nursery small, and the requests after it cost half as much again until all is as it was.
 */
export const serverArguments = [
  '--min-semi-space-size=16',
  '--max-semi-space-size=16',
  '--memory-reducer-delay-ms=600000',
  'src/main.mjs',
]
