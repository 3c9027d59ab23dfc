import { sha256 } from '#core/crypto.ts'
import { WrongCall } from '#src/commands/command.ts'
import type { Config } from '#src/config.ts'
import { isLoopback, SIMULATED } from '#src/vendor-settings.ts'
import { chatKeysIn } from './chat-keys.ts'
import { findDemoAdmin } from './demo-admin.ts'
import { SCENARIOS } from './scenarios/all.ts'
import { openService } from './service.ts'
import type { Scenario } from './stage.ts'
import { openStandIn } from './stand-in.ts'

export interface SimulateOptions {
  url?: string | undefined
  email?: string | undefined
  password?: string | undefined
  workspace?: string | undefined
}

/** Outside systems, ready to be played against a running service. */
export interface Simulator {
  /** Shows what becomes of it, line by line. */
  play(name: string, say: (line: string) => void): Promise<void>
  close(): Promise<void>
}

export async function openSimulator(config: Config, options: SimulateOptions): Promise<Simulator> {
  const { simulatorUrl, dataDir, webhookSecrets, baseUrl } = config
  if (simulatorUrl === undefined)
    throw new WrongCall('outside systems are not simulated here: the service needs SIMULATOR_URL, and so does this.')
  const url = options.url ?? baseUrl
  // What is played leaves integrations behind, which are not for a service that people work with.
  if (!isLoopback(new URL(url).hostname))
    throw new WrongCall(`${url} is not on this machine: only demos are played to.`)
  const account = accountOf(config, options)
  const service = await openService({ url, workspace: options.workspace, ...account })
  const keys = await chatKeysIn(dataDir)
  const ownSecret = `whsec_${Buffer.from(sha256(keys.pem).toString('hex').slice(0, 48)).toString('base64')}`
  const standIn = await openStandIn(simulatorUrl, { keys: [keys.jwk], secret: ownSecret })
  if (!standIn) throw new WrongCall(`${simulatorUrl} is in use, perhaps by another simulation. Wait for it to end.`)
  const [secret = SIMULATED.secret] = webhookSecrets['TRACING_WEBHOOK_SECRET'] ?? []
  const projectNumber = config.teamChatProjectNumber ?? SIMULATED.projectNumber
  const known = { standIn, simulatorUrl, keys, secret, ownSecret, projectNumber }
  return {
    play: (name, say) => scenarioNamed(name).play({ ...service, ...known, say }),
    close: () => standIn.close(),
  }
}

export function scenarioNamed(name: string): Scenario {
  const found = SCENARIOS.find((each) => each.name === name)
  if (found) return found
  const names = SCENARIOS.map((each) => each.name).join(', ')
  throw new WrongCall(`there is no "${name}" to simulate. There are: ${names}.`)
}

function accountOf(config: Config, { email, password }: SimulateOptions): { email: string; password: string } {
  const kept = findDemoAdmin(config.dataDir)
  const named = { email: email ?? config.seedAdminEmail, password: password ?? config.seedAdminPassword }
  const account = { email: named.email ?? kept?.email, password: named.password ?? kept?.password }
  if (account.email === undefined || account.password === undefined)
    throw new WrongCall(
      `there is no demo in ${config.dataDir}: set DATA_DIR as for the server, or name an administrator with --email and --password.`,
    )
  return { email: account.email, password: account.password }
}
