import { keepCompiled } from './compile-cache.ts'

keepCompiled()
const { commandLine } = await import('./command-line.ts')
process.exitCode = await commandLine(process.argv.slice(2), process)
