import { converse, makeAgent } from './console-agent.ts'
import { press, show, type Scenes, type Stage } from './console-furnished.ts'
import { call, hear, meet, publishTwice } from './console-talk.ts'

interface Stock {
  threadId: string
  callId: string
  articleId: string
}

let stocked: Promise<Stock> | undefined

/** Conversations and articles of the company, the same for every scene. */
const stock = (stage: Stage): Promise<Stock> => (stocked ??= stockOnce(stage))

async function stockOnce({ here }: Stage): Promise<Stock> {
  const { asAdmin, make, propertyId } = here
  const articleId = await publishTwice(here, 'The boiler shows an error or there is no hot water')
  for (const [title, visibility] of [
    ['The Wi-Fi does not work', 'guest'],
    ['How we prepare a home for the winter', 'internal'],
    ['Lost keys, and what a new lock costs', 'internal'],
  ] as const) {
    const { id } = (
      await asAdmin.post('/articles', { title, body: '## First\nAsk.', visibility, category: 'How we work' })
    ).body
    if (visibility === 'guest' || title.startsWith('Lost')) await asAdmin.post(`/articles/${id}/publish`)
    if (title.startsWith('Lost')) await asAdmin.patch(`/articles/${id}`, { body: '## First\nAsk the neighbour.' })
  }
  const { id: reservationId } = await make.reservation(propertyId)
  const about = { propertyId, reservationId, threadId: 'thread', subject: 'No hot water' }
  const said = { channel: 'whatsapp', ...about } as const
  const threadId = await hear(here, {
    ...said,
    text: 'Good evening! There is no hot water in the kitchen since noon.',
    minutesAgo: 210,
  })
  const by = { kind: 'user', id: null, name: 'Sofia Nunes', byProgram: false } as const
  await hear(here, { ...said, by, text: 'I am sorry about that. Does the boiler show E2?', minutesAgo: 195 })
  await hear(here, {
    ...said,
    text: 'Yes, E2. What shall we do? Here is a picture.',
    attachments: [{ name: 'boiler.jpg', contentType: 'image/jpeg', sizeBytes: 482_112, reference: 'file-1' }],
    minutesAgo: 12,
  })
  const { departmentId } = here
  await asAdmin.post(`/conversations/${threadId}/tasks`, {
    title: 'Look at the boiler',
    departmentId,
    priority: 'HIGH',
  })
  const callId = await call(here, [
    'Agent: Good evening, Seaside Homes. How can I help?',
    'Caller: We stand at the door and the code does not work.',
    'Agent: I am sorry. Somebody will call you within five minutes.',
  ])
  const mail = {
    channel: 'email',
    source: 'mailbox',
    from: { name: 'Marco Rossi', address: 'marco@owners.example' },
  } as const
  await hear(here, {
    ...mail,
    threadId: 'roof',
    subject: 'Roof repair and October statement',
    text: 'Could you send me the invoice?',
    minutesAgo: 1500,
  })
  await hear(here, {
    channel: 'airbnb',
    threadId: 'cot',
    from: { name: 'Amélie Laurent', address: null },
    subject: 'Late check-in',
    text: 'Great! Is there a cot for the little one?',
    minutesAgo: 31,
  })
  return { threadId, callId, articleId }
}

export const INBOX_SCENES: Scenes = {
  'console-inbox': async (stage) => {
    await stock(stage)
    await show(stage, 'inbox', 'a[data-index="0"]')
  },
  'console-thread': async (stage) => {
    const { threadId } = await stock(stage)
    await show(stage, `inbox/${threadId}`, '#reply')
    await stage.page.locator('[role=log] article').nth(2).waitFor()
  },
  'console-call': async (stage) => {
    const { callId } = await stock(stage)
    await show(stage, `inbox/${callId}`, '[role=log] dl')
  },
  'console-thread-task': async (stage) => {
    const { threadId } = await stock(stage)
    await show(stage, `inbox/${threadId}`, '#reply')
    await press(stage.page, 't')
    await stage.page.locator('dialog select[name=departmentId]:has(option)').waitFor()
  },
  'console-meeting': async (stage) => {
    const id = await meet(stage.here, [
      'Good morning. The boiler at Casa do Farol comes first.',
      'Duarte, can you go there today?',
    ])
    await show(stage, `meetings/${id}`, 'main dl')
  },
  'console-assistant': async (stage) => {
    await makeAgent(stage.here)
    await show(stage, 'assistant', '#saying')
  },
  'console-talk': async (stage) => {
    const person = await stage.here.person('manager')
    await show(stage, `assistant/${await converse(stage.here, person)}`, '[role=log] dl[aria-label]', person)
  },
  'console-knowledge': async (stage) => {
    await stock(stage)
    await show(stage, 'knowledge', 'a[data-index="0"]')
  },
  'console-knowledge-found': async (stage) => {
    await stock(stage)
    await show(stage, 'knowledge?q=boiler%20pressure', 'main mark')
  },
  'console-article': async (stage) => {
    const { articleId } = await stock(stage)
    await show(stage, `knowledge/${articleId}`, 'main ol')
  },
  'console-article-versions': async (stage) => {
    const { articleId } = await stock(stage)
    await show(stage, `knowledge/${articleId}?show=versions&from=1&to=2`, 'main ol li')
  },
  'console-article-edit': async (stage) => {
    const { articleId } = await stock(stage)
    await show(stage, `knowledge/${articleId}?show=edit`, 'main textarea')
  },
}
