if (process.features.typescript) {
  const { startQuickly } = await import('./quick-start.mjs')
  startQuickly()
  const { commandLine } = await import('./command-line.ts')
  process.exitCode = await commandLine(process.argv.slice(2), process)
} else {
  // The system's Node, before the one of the project was installed beside it.
  process.stderr.write('Nothing is installed yet: run npm start, or npm ci for the command line alone.\n')
  process.exitCode = 1
}
