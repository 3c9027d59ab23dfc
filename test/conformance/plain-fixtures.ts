import { fromJsonSchema, ResourceTemplate, type CallToolResult, type McpServer } from '@modelcontextprotocol/server'

/** One red pixel, and a sound of nothing. */
const PICTURE = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=='
const SOUND = 'UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA='

type Content = CallToolResult['content']
const said = (text: string): { type: 'text'; text: string } => ({ type: 'text', text })
const picture = { type: 'image' as const, data: PICTURE, mimeType: 'image/png' }
const embedded = (uri: string, mimeType: string, text: string) => ({
  type: 'resource' as const,
  resource: { uri, mimeType, text },
})

/** What the suite's scenarios without a dialogue call and read, by the names that it fixes. */
export function addPlainFixtures(server: McpServer): void {
  addContents(server)
  addTalkative(server)
  addSchemas(server)
  addResources(server)
  addPrompts(server)
  server.server.registerCapabilities({ logging: {}, completions: {}, resources: { subscribe: true } })
  server.server.setRequestHandler('completion/complete', () => ({
    completion: { values: ['paris', 'park', 'party'], total: 3, hasMore: false },
  }))
  server.server.setRequestHandler('resources/subscribe', () => ({}))
  server.server.setRequestHandler('resources/unsubscribe', () => ({}))
}

function addContents(server: McpServer): void {
  const answers: Record<string, Content> = {
    test_simple_text: [said('This is a simple text response for testing.')],
    test_image_content: [picture],
    test_audio_content: [{ type: 'audio', data: SOUND, mimeType: 'audio/wav' }],
    test_embedded_resource: [embedded('test://embedded-resource', 'text/plain', 'An embedded text.')],
    test_multiple_content_types: [
      said('Several kinds of content:'),
      picture,
      embedded('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
    ],
  }
  for (const [name, content] of Object.entries(answers)) {
    server.registerTool(name, { description: 'Answers fixed content.' }, () => ({ content }))
  }
  server.registerTool('test_error_handling', { description: 'Always fails.' }, () => {
    throw new Error('This tool intentionally returns an error for testing')
  })
}

function addTalkative(server: McpServer): void {
  for (const name of ['test_tool_with_logging', 'test_logging_tool']) {
    server.registerTool(name, { description: 'Logs while it works.' }, async ({ mcpReq }) => {
      for (const line of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
        await mcpReq.log('info', line)
      }
      return { content: [said('Logged.')] }
    })
  }
  server.registerTool('test_tool_with_progress', { description: 'Tells how far it is.' }, async ({ mcpReq }) => {
    const { _meta: meta } = mcpReq
    const progressToken = meta?.progressToken
    for (const progress of progressToken === undefined ? [] : [0, 50, 100]) {
      await mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress, total: 100 } })
    }
    return { content: [said('Arrived.')] }
  })
}

function addSchemas(server: McpServer): void {
  const address = { type: 'object', properties: { street: { type: 'string' }, city: { type: 'string' } } }
  const inputSchema = fromJsonSchema({
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    $defs: { address: { $anchor: 'addressDef', ...address } },
    properties: { name: { type: 'string' }, address: { $ref: '#/$defs/address' } },
    additionalProperties: false,
  })
  server.registerTool('json_schema_2020_12_tool', { description: 'Has a schema of today.', inputSchema }, () => ({
    content: [said('Understood.')],
  }))
  const region = { type: 'string' as const, 'x-mcp-header': 'Region' }
  const mirrored = fromJsonSchema({ type: 'object', properties: { region }, required: ['region'] })
  server.registerTool('test_mirrored_header', { description: 'Repeats a header.', inputSchema: mirrored }, (args) => ({
    content: [said(JSON.stringify(args))],
  }))
}

function addResources(server: McpServer): void {
  const texts = { 'static-text': 'A text that stays.', 'watched-resource': 'A text to watch.' }
  for (const [name, text] of Object.entries(texts)) {
    const about = { title: name, description: 'A fixed text.', mimeType: 'text/plain' }
    server.registerResource(name, `test://${name}`, about, ({ href: uri }) => ({
      contents: [{ uri, mimeType: 'text/plain', text }],
    }))
  }
  const picture = { title: 'static-binary', description: 'A fixed picture.', mimeType: 'image/png' }
  server.registerResource('static-binary', 'test://static-binary', picture, ({ href: uri }) => ({
    contents: [{ uri, mimeType: 'image/png', blob: PICTURE }],
  }))
  const template = new ResourceTemplate('test://template/{id}/data', { list: undefined })
  const about = { title: 'template', description: 'A text for each id.', mimeType: 'application/json' }
  server.registerResource('template', template, about, ({ href: uri }, { id }) => ({
    contents: [{ uri, mimeType: 'application/json', text: JSON.stringify({ id, data: `Data for ID: ${String(id)}` }) }],
  }))
}

function addPrompts(server: McpServer): void {
  const strings = (names: string[]) =>
    fromJsonSchema<Record<string, string>>({
      type: 'object',
      properties: Object.fromEntries(names.map((name) => [name, { type: 'string', description: `The ${name}.` }])),
      required: names,
    })
  const description = 'A fixed prompt.'
  const asked = (content: Content[number]) => ({ role: 'user' as const, content })
  server.registerPrompt('test_simple_prompt', { description }, () => ({ messages: [asked(said('A simple prompt.'))] }))
  server.registerPrompt(
    'test_prompt_with_arguments',
    { description, argsSchema: strings(['arg1', 'arg2']) },
    ({ arg1, arg2 }) => ({ messages: [asked(said(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`))] }),
  )
  server.registerPrompt(
    'test_prompt_with_embedded_resource',
    { description, argsSchema: strings(['resourceUri']) },
    ({ resourceUri = '' }) => ({
      messages: [asked(embedded(resourceUri, 'text/plain', 'An embedded text.')), asked(said('Read this.'))],
    }),
  )
  server.registerPrompt('test_prompt_with_image', { description }, () => ({
    messages: [asked(picture), asked(said('Look at this.'))],
  }))
}
