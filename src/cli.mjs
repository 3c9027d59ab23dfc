import { startQuickly } from './quick-start.mjs'

startQuickly()
const { commandLine } = await import('./command-line.ts')
process.exitCode = await commandLine(process.argv.slice(2), process)
