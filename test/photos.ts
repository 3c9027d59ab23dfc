import { serve } from './peer.ts'

/** One pixel. */
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** The address of a photo on somebody else's server, there until the test is over. */
export async function servePhoto(): Promise<string> {
  const { host } = await serve((_request, response) => response.setHeader('content-type', 'image/png').end(PNG))
  return `http://${host.replace('127.0.0.1', 'localhost')}/photo.png`
}
