/**
 * A model that costs nothing: the same answer at once, or after as many milliseconds as the model's name ends in; after
 * some time between the two where it ends in two numbers, as models take now this long and now that. It shares its
 * processors with what is measured, so it is no server of node:http, which would take three times as much from it, but
 * answers with the same lines as one.
 */
import { createServer } from 'node:net'

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
let answer = ''
const date = (): void => {
  const lines = [
    'HTTP/1.1 200 OK',
    'content-type: application/json',
    `content-length: ${ANSWER.length}`,
    `Date: ${new Date().toUTCString()}`,
    'Connection: keep-alive',
    'Keep-Alive: timeout=60',
  ]
  answer = `${lines.join('\r\n')}\r\n\r\n${ANSWER.toString()}`
}
date()
setInterval(date, 1000)

/** Whether all of a request is there. */
function isWhole(text: string): boolean {
  const end = text.indexOf('\r\n\r\n')
  if (end === -1) return false
  const length = /\r\ncontent-length: *(\d+)/i.exec(text)?.[1]
  if (length !== undefined) return text.length >= end + 4 + Number(length)
  return !/\r\ntransfer-encoding:/i.test(text) || text.endsWith('\r\n0\r\n\r\n')
}

createServer((socket) => {
  let text = ''
  socket.setNoDelay(true).setEncoding('latin1')
  socket.on('error', () => socket.destroy())
  socket.on('data', (part: string) => {
    text += part
    if (!isWhole(text)) return
    const [, least = 0, most = least] = /"model":"[a-z]*-(\d+)(?:-(\d+))?"/.exec(text) ?? []
    text = ''
    const delayMillis = Number(least) + Math.random() * (Number(most) - Number(least))
    if (delayMillis === 0) socket.write(answer, 'latin1')
    else setTimeout(() => socket.write(answer, 'latin1'), delayMillis)
  })
}).listen(Number(process.env.PORT), process.env.HOST)
