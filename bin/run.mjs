import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { delimiter } from 'node:path'
import { text } from 'node:stream/consumers'
import { binFolder, onStopSignal, reportProgress, root } from './install.mjs'

/** Of every program that is run here. */
export const environment = { ...process.env, PATH: `${binFolder}${delimiter}${process.env.PATH ?? ''}` }
// The programs write into a pipe, so they cannot see for themselves whether anyone wants colours.
if (process.stdout.isTTY) environment.FORCE_COLOR ??= '1'
else environment.NO_COLOR ??= '1'

/** Runs a program of node_modules/.bin, and says that it is still at work when nothing was shown for a while. */
export function run(waiting, [program, ...args], { isShown = false, folder = root } = {}) {
  const child = spawn(program, args, { cwd: folder, env: environment, stdio: ['ignore', 'pipe', 'pipe', 'pipe'] })
  const progress = reportProgress(waiting)
  let output = ''
  const hear = (written) => {
    output += written
    if (!isShown) return
    process.stdout.write(written)
    progress.heard()
  }
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', hear)
  const numbers = text(child.stdio[3])
  const stopListening = onStopSignal((signal) => {
    child.kill(signal)
    child.once('close', () => process.exit(128 + constants.signals[signal]))
  })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', async (code, signal) => resolve({ code: code ?? signal, output, numbers: await numbers }))
  }).finally(() => {
    progress.stop()
    stopListening()
  })
}
