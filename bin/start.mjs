// npm start: installs what is missing, builds the pages, then serves.
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { install, node, root } from './install.mjs'
import { buildPages } from './pages.mjs'
import { serverArguments } from './server.mjs'

try {
  await install()
  await buildPages()
} catch (cause) {
  console.error(`npm start: ${cause.message}`)
  process.exit(1)
}

console.log('start: the server is starting')
const server = spawn(node, [...serverArguments, ...process.argv.slice(2)], { cwd: root, stdio: 'inherit' })

// Every signal is passed on, since this process cannot tell who sent it. The server shares this process group, so a
// Ctrl-C (and npm, which passes signals on as well) reaches it more than once: the server counts signals that arrive
// together as one.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => server.kill(signal))

server.on('error', (cause) => {
  console.error(`npm start: the server could not be started: ${cause.message}`)
  process.exit(1)
})
server.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]))
