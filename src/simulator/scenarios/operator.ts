import { langsmith, linear } from '#src/simulator/signing.ts'
import { integrationOf, made, seen, send, showReply, type Scenario } from '#src/simulator/stage.ts'
import { chatIn } from './chat.ts'

export const issue: Scenario = {
  name: 'issue',
  summary: 'an issue is created in Linear, and a channel of Slack is told',
  async play(stage) {
    const organizationId = 'org-simulated'
    const { id } = await chatIn(stage)
    const settings = { chatIntegrationId: id, channel: 'C02', fallbackChannel: 'C01' }
    const about = { accounts: [organizationId], secrets: { webhookSecret: stage.ownSecret }, settings }
    await integrationOf(stage, 'issue_tracker', about)
    const number = made('')
    const data = { id: made('iss-'), identifier: `OPS-${number}`, title: 'Lock offline', priorityLabel: 'High' }
    const body = {
      action: 'create',
      type: 'Issue',
      actor: { name: 'Ana' },
      organizationId,
      webhookTimestamp: Date.now(),
      url: `https://linear.app/seaside/issue/${data.identifier}`,
      data: { ...data, team: { name: 'Ops' } },
    }
    const text = JSON.stringify(body)
    await seen(
      stage,
      await send(stage, '/v1/webhooks/issue-tracker', text, linear(text, stage.ownSecret, made('delivery-'))),
    )
    await showReply(stage, 'Slack', stage.standIn.slack.posted, (each) => each.text.includes(data.identifier))
  },
}

export const propertySystem: Scenario = {
  name: 'property-system',
  summary: 'a property system says that it has news, and is polled at once',
  async play(stage) {
    const proof = { authorization: `Bearer ${stage.secret}` }
    await send(stage, '/v1/webhooks/property-system', '{"event":"reservation.updated"}', proof)
    const connected = await stage.list('/property-systems')
    stage.say(`${connected.length} property systems are connected here; each is polled now.`)
  },
}

export const tracing: Scenario = {
  name: 'tracing',
  summary: 'LangSmith raises an alert, a rule and an issue; the chat of the operator is told, and nothing is kept',
  async play(stage) {
    const path = (what: string): string => `/v1/internal/tracing/${what}-webhook`
    const shown = { 'x-langsmith-webhook-secret': stage.secret }
    const alert = {
      project_name: 'prod-agent',
      alert_rule_name: 'errors high',
      alert_rule_attribute: 'error_count',
      triggered_metric_value: 17,
      triggered_threshold: 10,
    }
    await send(stage, path('alert'), JSON.stringify(alert), shown)
    const rule = { rule_id: 'r-1', runs: [{ id: 'run-1', name: 'answer' }], feedback_stats: { ok: { n: 3, avg: 0.4 } } }
    await send(stage, path('quality'), JSON.stringify(rule), shown)
    const object = { id: 'i-1', name: 'Tool loop', description: 'Repeats a call', severity: 1, session_name: 'prod' }
    const text = JSON.stringify({ id: made('e-'), type: 'issue.created', data: { object } })
    await send(stage, path('engine'), text, langsmith(text, stage.secret))
    for (const posted of stage.standIn.slack.posted) await showReply(stage, 'The chat of the operator', [posted])
  },
}
