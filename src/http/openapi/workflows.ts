import { API_CONTRACT } from '#http/server.ts'
import { CONVENTIONS, PUBLIC_PREFIX, type Subject } from './public.ts'

const OWN_RULES = `## Changes need If-Match
Where an operation lists \`If-Match\` as required, a change without it is refused with 428, and one that is based on an older version with 412.

## What takes longer
Operations that answer 202 give \`statusUrl\`, also as \`Location\`. Ask there with \`?wait=30\`: the answer comes when there is something to tell.`

const TAGS = {
  Workflows: 'Automations in the language of the CNCF Serverless Workflow DSL 1.0.3, and their drafts.',
  'Workflow versions': 'What was published: it never changes. One or two versions are active.',
  'Workflow triggers': 'What sets a workflow off: events, schedules, webhooks, chat messages, people.',
  'Workflow runs': 'Every time that a workflow was started: how far it is, what it did.',
  'Workflow tests': 'What an author expects of a workflow, tried without touching anything.',
  'Workflow approvals': 'What runs ask people, and their answers.',
  'Workflow migration': 'Taking a workflow over from another engine: both in parallel, compared, then one.',
  'Workflow metadata': 'What documents can be made of.',
}

/** The API of those who automate. */
export function workflowSubject(appUrl: string): Subject {
  return {
    title: 'Innkeeper Workflow API',
    version: API_CONTRACT,
    summary:
      'Workflows run the routine of a rental company by themselves: they wait for events, act on tasks and messages, and survive crashes.',
    conventions: `${CONVENTIONS}\n\n${OWN_RULES}`,
    tags: TAGS,
    serverUrl: `${appUrl}${PUBLIC_PREFIX}`,
  }
}
