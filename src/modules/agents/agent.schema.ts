import { Type, type Static } from 'typebox'
import {
  closed,
  DateTime,
  Line,
  Nullable,
  oneOf,
  optional,
  Page,
  Paging,
  Slug,
  Uuid,
  Words,
  WorkspaceId,
} from '#core/schema.ts'

/** What a person is asked before it is done, and who that person is. Gated tools always ask: no policy takes that away. */
const APPROVAL_ASKS = ['gated', 'changes'] as const
const APPROVERS = ['requester', 'manager', 'admin'] as const
/** The tool by which an agent asks whoever it works for. The runtime has it; it is no operation. */
export const ASK_TOOL = 'ask_person'

const ToolName = Type.String({ pattern: '^[a-z]+(_[a-z]+)*$', maxLength: 100, examples: ['list_tasks'] })

const ApprovalPolicy = closed({
  asks: oneOf(APPROVAL_ASKS, {
    description:
      '`gated`: before what always needs a yes, such as deleting or writing to a guest. `changes`: before every change.',
  }),
  alsoBefore: Type.Array(ToolName, {
    maxItems: 100,
    uniqueItems: true,
    description: 'Tools that ask in any case.',
  }),
  approvers: oneOf(APPROVERS, {
    description: 'Who may answer: the person it works for, or anybody with that role or more.',
  }),
  validMinutes: Type.Integer({ minimum: 1, maximum: 10_080, description: 'How long an answer is waited for.' }),
})
export type ApprovalPolicy = Static<typeof ApprovalPolicy>

export const POLICY_DEFAULT: ApprovalPolicy = {
  asks: 'gated',
  alsoBefore: [],
  approvers: 'requester',
  validMinutes: 1440,
}
export const STEPS_DEFAULT = 20
export const STEPS_MAX = 50

const writable = {
  name: Line(100, { examples: ['Operations assistant'] }),
  description: Nullable(Words(1000)),
  instructions: Words(20_000, { description: 'What it is for and how it should work. The model reads this first.' }),
  model: Line(100, {
    description: 'An alias such as `default` or `fast`, or a model by its name.',
    examples: ['default'],
  }),
  tools: Type.Array(ToolName, {
    maxItems: 100,
    uniqueItems: true,
    description: 'What it may use, each with the rights of the person it works for and never more.',
    examples: [['list_tasks', 'create_task', 'search_knowledge', ASK_TOOL]],
  }),
  approval: ApprovalPolicy,
  stepsMax: Type.Integer({ minimum: 1, maximum: STEPS_MAX, description: 'Calls of the model in one run.' }),
}
const fixed = {
  id: Uuid,
  slug: Slug({ description: 'A short name that stands for the id.', examples: ['operations-assistant'] }),
  archivedAt: Nullable(DateTime, { description: 'An archived agent starts no runs.' }),
  createdAt: DateTime,
  updatedAt: DateTime,
}

export const Agent = Type.Object({ ...fixed, ...writable }, { $id: 'Agent' })
export const AgentPage = Page(Agent, { $id: 'AgentPage' })
export const AgentQuery = closed({ ...optional({ archived: Type.Boolean() }), ...Paging })
export const AgentPath = closed({ workspaceId: WorkspaceId, agentId: Uuid })
const { name, instructions, ...choices } = writable
export const AgentCreate = closed(
  { name, instructions, ...optional({ slug: fixed.slug, ...choices }) },
  {
    $id: 'AgentCreate',
    examples: [
      {
        name: 'Night porter',
        instructions: 'Answers what the team asks about stays and tasks.',
        tools: ['list_tasks', 'search_knowledge'],
      },
    ],
  },
)
export const AgentUpdate = closed(optional({ ...fixed, ...writable }), {
  $id: 'AgentUpdate',
  examples: [{ approval: { ...POLICY_DEFAULT, asks: 'changes' } }],
})

export const AgentReach = Type.Object(
  {
    items: Type.Array(
      Type.Object({
        audience: oneOf(['stranger', 'guest', 'vendor'], {
          description:
            '`guest` and `vendor`: the channel proves who writes, and just one of yours fits. `stranger`: everybody else.',
        }),
        tool: Type.String(),
        title: Type.String(),
        how: oneOf(['reads', 'does', 'asks'], {
          description: '`does`: without a question. `asks`: a member says yes before anything is done.',
        }),
        says: Type.String({ description: 'What they can ask for with it, in English.' }),
      }),
      { description: 'Whatever is not here is not there for them.' },
    ),
  },
  { $id: 'AgentReach' },
)
export type AgentReach = Static<typeof AgentReach>

export const AGENT_FIXED = fixed
export const AGENT_FIELDS = Object.keys(Agent.properties)

export type Agent = Static<typeof Agent>
export type AgentCreate = Static<typeof AgentCreate>
export type AgentUpdate = Static<typeof AgentUpdate>
export type AgentQuery = Static<typeof AgentQuery>
