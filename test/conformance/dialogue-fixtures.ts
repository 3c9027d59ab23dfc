import { randomBytes } from 'node:crypto'
import {
  CLIENT_CAPABILITIES_META_KEY,
  createRequestStateCodec,
  fromJsonSchema,
  inputRequired,
  inputResponse,
  type CallToolResult,
  type InputRequest,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server'

interface State {
  round: number
  name?: string
}

const states = createRequestStateCodec<State>({ key: randomBytes(32), ttlSeconds: 600 })

/** Refuses a state that was not made here, or was changed on the way. */
export const readState = states.verify

type Properties = Parameters<typeof inputRequired.elicit>[0]['requestedSchema'] extends infer Form
  ? Extract<Form, { properties: unknown }>['properties']
  : never

const done = (text: string): CallToolResult => ({ content: [{ type: 'text', text }] })
const form = (message: string, properties: Properties, required = Object.keys(properties)): InputRequest =>
  inputRequired.elicit({ message, requestedSchema: { type: 'object', properties, required } })
const sample = (text: string): InputRequest =>
  inputRequired.createMessage({ messages: [{ role: 'user', content: { type: 'text', text } }], maxTokens: 100 })
const nameForm = form('What is your name?', { name: { type: 'string' } })
const okForm = form('Please confirm', { ok: { type: 'boolean' } })

type Answered = ReturnType<typeof inputResponse>['kind']
const isAnswered = ({ mcpReq }: ServerContext, key: string, kind: Answered): boolean =>
  inputResponse(mcpReq.inputResponses, key).kind === kind
const answerIn = ({ mcpReq }: ServerContext, key: string, field: string): string | undefined => {
  const answer = inputResponse(mcpReq.inputResponses, key)
  const value = answer.kind === 'elicit' && answer.action === 'accept' ? answer.content?.[field] : undefined
  return value === undefined ? undefined : String(value)
}
const declared = ({ mcpReq }: ServerContext): object => {
  const envelope: Record<string, unknown> = mcpReq.envelope ?? {}
  return Object(envelope[CLIENT_CAPABILITIES_META_KEY])
}

/** What the suite's scenarios with a question to the client call, by the names that it fixes. */
export function addDialogueFixtures(server: McpServer): void {
  addQuestions(server)
  addStates(server)
  addForms(server)
}

type Answer = CallToolResult | ReturnType<typeof inputRequired>

function adder(server: McpServer): (name: string, handle: (ctx: ServerContext) => Answer | Promise<Answer>) => void {
  return (name, handle) =>
    void server.registerTool(name, { description: 'Asks the client.' }, async (ctx) => handle(ctx))
}

function addQuestions(server: McpServer): void {
  const add = adder(server)
  for (const name of ['test_input_required_result_elicitation', 'test_streaming_elicitation']) {
    add(name, (ctx) => {
      const given = answerIn(ctx, 'user_name', 'name')
      return given === undefined ? inputRequired({ inputRequests: { user_name: nameForm } }) : done(`Hello, ${given}!`)
    })
  }
  for (const name of ['test_input_required_result_sampling', 'test_missing_capability']) {
    add(name, (ctx) =>
      isAnswered(ctx, 'capital_question', 'sampling')
        ? done('The model has answered.')
        : inputRequired({ inputRequests: { capital_question: sample('What is the capital of France?') } }),
    )
  }
  add('test_input_required_result_list_roots', (ctx) => {
    const answer = inputResponse(ctx.mcpReq.inputResponses, 'client_roots')
    if (answer.kind === 'roots') return done(`Roots: ${answer.roots.map(({ uri }) => uri).join(', ')}`)
    return inputRequired({ inputRequests: { client_roots: inputRequired.listRoots() } })
  })
  add('test_input_required_result_capabilities', (ctx) => {
    const can = declared(ctx)
    return inputRequired({
      inputRequests: {
        ...('elicitation' in can && { user_name: nameForm }),
        ...('sampling' in can && { greeting: sample('Generate a greeting') }),
      },
    })
  })
  server.registerPrompt('test_input_required_result_prompt', { description: 'Asks the client.' }, (ctx) => {
    const context = answerIn(ctx, 'user_context', 'context')
    if (context === undefined) {
      const question = form('What context should the prompt use?', { context: { type: 'string' } })
      return inputRequired({ inputRequests: { user_context: question } })
    }
    return { messages: [{ role: 'user', content: { type: 'text', text: `Prompt with context: ${context}` } }] }
  })
}

function addStates(server: McpServer): void {
  const add = adder(server)
  for (const name of ['test_input_required_result_request_state', 'test_input_required_result_tampered_state']) {
    add(name, async (ctx) => {
      const isBack = ctx.mcpReq.requestState<State>()?.round === 1
      if (isBack && answerIn(ctx, 'confirm', 'ok') === 'true') return done('state-ok')
      return inputRequired({ inputRequests: { confirm: okForm }, requestState: await states.mint({ round: 1 }, ctx) })
    })
  }
  add('test_input_required_result_multiple_inputs', async (ctx) => {
    const given = answerIn(ctx, 'user_name', 'name')
    const isWhole = isAnswered(ctx, 'greeting', 'sampling') && isAnswered(ctx, 'client_roots', 'roots')
    if (ctx.mcpReq.requestState<State>() && given !== undefined && isWhole) return done(`All there, ${given}.`)
    const questions = {
      user_name: nameForm,
      greeting: sample('Generate a greeting'),
      client_roots: inputRequired.listRoots(),
    }
    return inputRequired({ inputRequests: questions, requestState: await states.mint({ round: 1 }, ctx) })
  })
  add('test_input_required_result_multi_round', async (ctx) => {
    const state = ctx.mcpReq.requestState<State>()
    const [name, color] = [answerIn(ctx, 'step1', 'name'), answerIn(ctx, 'step2', 'color')]
    if (state?.round === 2 && color !== undefined) return done(`${state.name} likes ${color}.`)
    if (state?.round === 1 && name !== undefined) {
      const step2 = form('Step 2: What is your favorite color?', { color: { type: 'string' } })
      return inputRequired({ inputRequests: { step2 }, requestState: await states.mint({ round: 2, name }, ctx) })
    }
    const step1 = form('Step 1: What is your name?', { name: { type: 'string' } })
    return inputRequired({ inputRequests: { step1 }, requestState: await states.mint({ round: 1 }, ctx) })
  })
}

/** Scenarios of the years before 2026 that need a session: here for the day when there is one. */
function addForms(server: McpServer): void {
  const add = adder(server)
  const asks = (question: InputRequest) => (ctx: ServerContext) => {
    const answer = inputResponse(ctx.mcpReq.inputResponses, 'form')
    if (answer.kind === 'elicit') return done(`action=${answer.action}, content=${JSON.stringify(answer.content)}`)
    return inputRequired({ inputRequests: { form: question } })
  }
  const withText = (field: string) =>
    fromJsonSchema<Record<string, string>>({
      type: 'object',
      properties: { [field]: { type: 'string' } },
      required: [field],
    })
  const description = 'Asks the client.'
  server.registerTool('test_sampling', { description, inputSchema: withText('prompt') }, ({ prompt = '' }, ctx) => {
    const answer = inputResponse(ctx.mcpReq.inputResponses, 'text')
    if (answer.kind === 'sampling') return done(`LLM response: ${JSON.stringify(answer.result.content)}`)
    return inputRequired({ inputRequests: { text: sample(prompt) } })
  })
  server.registerTool('test_elicitation', { description, inputSchema: withText('message') }, ({ message = '' }, ctx) =>
    asks(form(message, { username: { type: 'string' }, email: { type: 'string' } }))(ctx),
  )
  const defaults: Properties = {
    name: { type: 'string', default: 'John Doe' },
    age: { type: 'integer', default: 30 },
    score: { type: 'number', default: 95.5 },
    status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
    verified: { type: 'boolean', default: true },
  }
  add('test_elicitation_sep1034_defaults', asks(form('Please review', defaults, [])))
  const choices = ['value1', 'value2', 'value3'].map((value, at) => ({ const: value, title: `Option ${at + 1}` }))
  const options = ['option1', 'option2', 'option3']
  const enums: Properties = {
    untitledSingle: { type: 'string', enum: options },
    titledSingle: { type: 'string', oneOf: choices },
    legacyEnum: { type: 'string', enum: ['opt1', 'opt2', 'opt3'], enumNames: ['One', 'Two', 'Three'] },
    untitledMulti: { type: 'array', items: { type: 'string', enum: options } },
    titledMulti: { type: 'array', items: { anyOf: choices } },
  }
  add('test_elicitation_sep1330_enums', asks(form('Please choose', enums, [])))
}
