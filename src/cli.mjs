// The system's Node, before the one of the project was installed beside it.
if (!process.features.typescript) {
  console.error('Nothing is installed yet: run npm start, or npm ci for the command line alone.')
  process.exit(1)
}
const { startQuickly } = await import('./quick-start.mjs')
startQuickly()
const { commandLine } = await import('./command-line.ts')
process.exitCode = await commandLine(process.argv.slice(2), process)
