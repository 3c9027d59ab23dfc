/** An `import` of node:http would bring all of fetch with it, at every start: 40 ms and some megabytes. */
export const { createServer, maxHeaderSize, STATUS_CODES } = process.getBuiltinModule('node:http')
