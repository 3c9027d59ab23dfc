import { API_CONTRACT } from '#http/server.ts'

export const PUBLIC_PREFIX = '/api/v1'

/** What a document says of the API as a whole. */
export interface Subject {
  title: string
  version: string
  /** One sentence. */
  summary: string
  /** The rules that hold for every operation. */
  conventions: string
  /** The headings operations stand under, in order, each with a sentence. */
  tags: Record<string, string>
  serverUrl: string
}

export const CONVENTIONS = `## Authentication
Send a workspace API key with every request: \`Authorization: Bearer ink_…\`. An administrator of the workspace makes it in the console; its value is shown once. A key belongs to one workspace and is refused with 401 in every other. Keep it on your server, one key for each system.

A key holds scopes; each operation names the one it needs. Scopes do not imply each other, and \`*\` holds all. A key of the kind \`restricted\` sees the reduced view of a property. A key of the kind \`tool-client\` acts with the role of the person who made it.

## Requests
Bodies are JSON of at most 1 MB. Unknown fields and unknown query parameters are refused with 400, and so is a value of the wrong type: nothing is converted or dropped in silence. In an update a field left out stays as it is and \`null\` clears it; what was read can be sent back whole.

## Errors
Refusals are \`application/problem+json\` with a stable \`code\` from a closed list; \`errors\` names each field or parameter that is wrong. 400 means that the request is malformed, 422 that it is well-formed and cannot be applied. An address that does not exist gives 404 \`route_not_found\`, a method it does not have 405 \`method_not_allowed\`. Every answer has an \`X-Request-Id\`: quote it to support.

## Repeating a write
Send \`Idempotency-Key\` with a write and repeat it freely for 24 hours: the effect happens once, and the kept answer comes back with \`Idempotency-Replayed: true\`. The same key with another body gives 422. Refusals are not kept.

## Versions of an object
\`ETag\` names the version you read. \`If-None-Match\` gives 304 when nothing has changed; \`If-Match\` refuses a change with 412 when somebody else was quicker. For what is a part of a task (checklist, tags) it names the version of the task. An operation that does not list it refuses it with 400, but for \`*\`.

## Lists
Every list answers \`items\` and \`pagination\` (\`total\`, \`limit\`, \`offset\`, \`hasMore\`); \`limit\` is 1 to 100, 50 unless sent. An offset past the end is an empty page.

## Limits
By default 6,000 requests a minute for each key, 200 of them at once. \`RateLimit\` and \`X-RateLimit-*\` tell where you stand; after 429 and 503 wait for \`Retry-After\` seconds.

## Values
Timestamps are UTC with milliseconds. Ids are UUIDs, read in letters of either case and answered in small ones, except that of a workspace, which is a short name such as \`seaside-homes\`. Amounts of money are JSON numbers.`

const TAGS = {
  Authentication:
    'Sessions of people, for programs that act as a person. Integrations use an API key and need none of this.',
  Workspaces: 'The company whose data a key opens.',
  Departments: 'Teams that tasks belong to.',
  Users: 'The people work can be given to.',
  Properties: 'Apartments, villas and rooms under management.',
  Tasks: 'The work: what is to be done, where, when and by whom.',
  Checklists: 'What is to be ticked off on a task, and actions in other systems linked there.',
  Attachments: 'Photos of a task, of which we keep a copy.',
  'Task tags': 'Words to sort tasks by.',
}

/** The API of integrators. */
export function publicSubject(appUrl: string): Subject {
  return {
    title: 'Innkeeper API',
    version: API_CONTRACT,
    summary:
      'Innkeeper runs the daily work of short-term-rental companies: their properties, tasks and teams. Integrations read and write all of it here.',
    conventions: CONVENTIONS,
    tags: TAGS,
    serverUrl: `${appUrl}${PUBLIC_PREFIX}`,
  }
}
