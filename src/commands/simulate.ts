import { parseArgs } from 'node:util'
import { readConfig } from '#src/config.ts'
import { SCENARIOS } from '#src/simulator/scenarios/all.ts'
import { openSimulator, scenarioNamed } from '#src/simulator/simulate.ts'
import { text, WrongCall, wrongOption } from './command.ts'

const USAGE = 'simulate WHAT… [--url http://localhost:3000] [--email E-MAIL --password …] [--workspace ID]'
const lines = [...SCENARIOS, { name: 'all', summary: 'all of them' }].map(
  ({ name, summary }) => `        ${name.padEnd(16)} ${summary}`,
)

export const simulateUsage = {
  usage: USAGE,
  summary: `play an outside system against a running demo, with genuine signatures, and show what becomes of it:\n${lines.join('\n')}`,
}

/** Over the network, as the outside systems do: the server is running and has its database for itself. */
export async function simulate(args: string[]): Promise<void> {
  const { values, positionals } = optionsIn(args)
  if (positionals.length === 0) throw new WrongCall(`what? Usage: ${USAGE}\n${lines.join('\n')}`)
  const names = positionals[0] === 'all' ? SCENARIOS.map(({ name }) => name) : positionals
  names.forEach(scenarioNamed)
  const simulator = await openSimulator(readConfig(), values)
  const write = (line: string): void => void process.stdout.write(`${line}\n`)
  try {
    for (const name of names) {
      if (names.length > 1) write(`\n== ${name}`)
      await simulator.play(name, write)
    }
  } finally {
    await simulator.close()
  }
}

function optionsIn(args: string[]) {
  try {
    const options = { url: text, email: text, password: text, workspace: text }
    return parseArgs({ args, options, allowPositionals: true })
  } catch (error) {
    throw wrongOption(error, USAGE)
  }
}
