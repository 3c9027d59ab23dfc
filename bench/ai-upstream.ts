/**
 * A model that costs nothing: the same answer at once, or after as many milliseconds as the model's name ends in; after
 * some time between the two where it ends in two numbers, as models take now this long and now that.
 */
import { createServer } from 'node:http'

const ANSWER = Buffer.from(
  JSON.stringify({
    id: 'chatcmpl-bench',
    object: 'chat.completion',
    created: 1763164800,
    model: 'stub',
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: 'The key is in the lockbox beside the green door.' },
        finish_reason: 'stop',
      },
    ],
    usage: { prompt_tokens: 120, completion_tokens: 12, total_tokens: 132 },
  }),
)
const HEADERS = { 'content-type': 'application/json', 'content-length': ANSWER.length }

const server = createServer((request, response) => {
  let head = ''
  request.on('data', (part: Buffer) => {
    if (head.length < 4096) head += part.toString('latin1')
  })
  request.on('end', () => {
    const [, least = 0, most = least] = /"model":"[a-z]*-(\d+)(?:-(\d+))?"/.exec(head) ?? []
    const delayMillis = Number(least) + Math.random() * (Number(most) - Number(least))
    if (delayMillis === 0) return void response.writeHead(200, HEADERS).end(ANSWER)
    setTimeout(() => response.writeHead(200, HEADERS).end(ANSWER), delayMillis)
  })
})
server.keepAliveTimeout = 60_000
server.listen(Number(process.env.PORT), process.env.HOST)
