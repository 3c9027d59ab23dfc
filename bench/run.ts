/** `npm run bench`: our server against the floor. `--quick` is shorter; `--growth`, `--pglite`, `--tools`, `--ai`, `--streams`, `--agents`, `--webhooks`, `--voice`, `--workflows` and `--console` measure those instead. */
import { parseArgs } from 'node:util'
import { measureAgentRuns } from './agent-runs.ts'
import { measureAgentStream } from './agent-stream.ts'
import { measureAgainst } from './ai-against.ts'
import { measureAiGateway } from './ai-gateway.ts'
import { compare } from './compare.ts'
import { measureConsole } from './console.ts'
import { measureGrowth } from './growth.ts'
import { measurePglite } from './pglite.ts'
import type { Pace } from './rounds.ts'
import { measureTools } from './tools.ts'
import { measureVoice, measureWebhooks } from './webhooks.ts'
import { measureWorkflows } from './workflows.ts'

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    growth: { type: 'boolean', default: false },
    pglite: { type: 'boolean', default: false },
    tools: { type: 'boolean', default: false },
    ai: { type: 'boolean', default: false },
    streams: { type: 'boolean', default: false },
    agents: { type: 'boolean', default: false },
    webhooks: { type: 'boolean', default: false },
    voice: { type: 'boolean', default: false },
    workflows: { type: 'boolean', default: false },
    console: { type: 'boolean', default: false },
    /** Only these, by name, and nothing is written to results.md: `--work read,create`. */
    work: { type: 'string' },
    /** With `--ai`: the folder of another state of this code, installed, to measure by turns with this one. */
    against: { type: 'string' },
    /** A folder for a processor profile of our server. */
    profile: { type: 'string' },
  },
})
const pace: Pace = options.quick
  ? { rounds: 2, seconds: 2, warmSeconds: 4, connections: 32 }
  : { rounds: 3, seconds: 5, warmSeconds: 5, connections: 32 }

// What was started is stopped and what was made is dropped, whatever happens.
const cleanup = new AsyncDisposableStack()
process.once('SIGINT', () => void cleanup.disposeAsync().finally(() => process.exit(130)))
process.once('SIGTERM', () => void cleanup.disposeAsync().finally(() => process.exit(143)))
try {
  if (options.growth) await measureGrowth(pace, cleanup)
  else if (options.pglite) await measurePglite(pace, cleanup)
  else if (options.ai && options.against !== undefined) await measureAgainst(cleanup, options.against)
  else if (options.ai) await measureAiGateway(pace, cleanup, options.profile)
  else if (options.streams) await measureAgentStream(cleanup)
  else if (options.tools) await measureTools(cleanup, options.profile)
  else if (options.workflows) await measureWorkflows(cleanup)
  else if (options.console) await measureConsole(cleanup)
  else if (options.agents) await measureAgentRuns(cleanup)
  else if (options.webhooks) await measureWebhooks(cleanup)
  else if (options.voice) await measureVoice(cleanup)
  else await compare(pace, cleanup, { names: options.work?.split(','), profileFolder: options.profile })
} finally {
  await cleanup.disposeAsync()
}
