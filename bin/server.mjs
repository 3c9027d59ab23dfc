// How the server is run: by npm start, by the benchmark, and in the image (Dockerfile).
/** Most of what a request makes is garbage when it is answered: in a larger nursery less of it is copied. */
export const serverArguments = ['--max-semi-space-size=32', 'src/main.ts']
