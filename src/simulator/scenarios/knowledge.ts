import { github, linear, notion } from '#src/simulator/signing.ts'
import { integrationOf, made, seen, send, short, type Scenario, type Stage } from '#src/simulator/stage.ts'
import { TOKENS } from '#src/simulator/stand-in.ts'

async function showArticle(stage: Stage, title: string): Promise<void> {
  const found = (await stage.list('/articles?limit=100')).find((each) => each['title'] === title)
  if (!found) return stage.say(`There is no article "${title}".`)
  const { body, status, sourceUrl } = await stage.get(`/articles/${found['id']}`)
  stage.say(`Article "${title}" (${status}${sourceUrl ? `, from ${sourceUrl}` : ''}):`)
  stage.say(`  ${short(String(body ?? found['excerpt'] ?? '')).replaceAll('\n', '\n  ')}`)
}

const VERIFICATION = 'secret_simulated_verification_token'

export const notes: Scenario = {
  name: 'notes',
  summary: 'a page of Notion is set up, changed, and becomes an article',
  async play(stage) {
    const { isProven } = await integrationOf(stage, 'notes_workspace', {
      secrets: { setupSecret: stage.ownSecret, apiKey: TOKENS.notion },
    })
    const path = `/v1/webhooks/notes-workspace/${stage.workspaceId}`
    if (!isProven)
      await send(stage, `${path}/setup/${stage.ownSecret}`, JSON.stringify({ verification_token: VERIFICATION }), {})
    const page = 'simulated-page'
    const title = 'How to reset the router'
    const minute = new Date().toISOString().slice(0, 16)
    stage.standIn.notion.pages[page] = {
      title,
      paragraphs: ['Hold the button for ten seconds.', `Last checked ${minute}.`],
    }
    const event = {
      id: made('e-'),
      timestamp: new Date().toISOString(),
      workspace_name: 'Seaside notes',
      type: 'page.content_updated',
      attempt_number: 1,
      entity: { id: page, type: 'page' },
      data: {},
    }
    const text = JSON.stringify(event)
    await seen(stage, await send(stage, path, text, notion(text, VERIFICATION)))
    await showArticle(stage, title)
  },
}

const REPOSITORY = 'seaside/docs'

export const push: Scenario = {
  name: 'push',
  summary: 'somebody pushes a Markdown file to GitHub, and it becomes an article',
  async play(stage) {
    await integrationOf(stage, 'code_host', { accounts: [REPOSITORY], secrets: { webhookSecret: stage.ownSecret } })
    const file = 'guides/lock.md'
    const minute = new Date().toISOString().slice(0, 16)
    const title = 'The lock of the garage'
    stage.standIn.github.files[`${REPOSITORY}:${file}`] = `# ${title}\n\nTurn it twice.\n\nLast checked ${minute}.\n`
    const commit = { id: made('c'), message: 'Update lock guide', added: [], removed: [], modified: [file] }
    const repository = { full_name: REPOSITORY, default_branch: 'main', html_url: `https://github.com/${REPOSITORY}` }
    const text = JSON.stringify({ ref: 'refs/heads/main', commits: [commit], repository, pusher: { name: 'ana' } })
    const proof = github(text, stage.ownSecret, { event: 'push', delivery: made('delivery-') })
    await seen(stage, await send(stage, '/v1/webhooks/company-knowledge/code-host', text, proof))
    await showArticle(stage, title)
  },
}

export const knowledgeIssue: Scenario = {
  name: 'knowledge-issue',
  summary: 'a document of Linear changes, and its article follows',
  async play(stage) {
    const organizationId = 'org-simulated'
    await integrationOf(stage, 'knowledge_tracker', {
      accounts: [organizationId],
      secrets: { webhookSecret: stage.ownSecret },
    })
    const now = new Date()
    const data = {
      id: 'doc-simulated',
      title: 'Check-in by night',
      content: `The key is in the box by the door.\n\nLast checked ${now.toISOString().slice(0, 16)}.`,
      updatedAt: now.toISOString(),
    }
    const about = { action: 'update', type: 'Document', organizationId, webhookTimestamp: now.getTime() }
    const text = JSON.stringify({ ...about, createdAt: now.toISOString(), url: 'https://linear.app/seaside/d', data })
    const proof = linear(text, stage.ownSecret, made('delivery-'))
    await seen(stage, await send(stage, '/v1/webhooks/company-knowledge/issue-tracker', text, proof))
    await showArticle(stage, data.title)
  },
}
