import { problemIn, Unreachable } from './problem.ts'

interface UploadOptions {
  token: string
  key: string
  form: FormData
  /** From 0 to 1. */
  onProgress(share: number): void
}

/** Sends a form and tells how far it is, which `fetch` cannot. */
export function sendForm(url: string, { token, key, form, onProgress }: UploadOptions): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', url)
    request.setRequestHeader('authorization', `Bearer ${token}`)
    request.setRequestHeader('idempotency-key', key)
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total))
    request.addEventListener('load', () => resolve(new Response(request.responseText, { status: request.status })))
    request.addEventListener('error', () => reject(new Unreachable('')))
    request.addEventListener('abort', () => reject(new Unreachable('')))
    request.send(form)
  })
}

/** The answer, or the refusal in the server's words. */
export async function answerIn<T>(response: Response): Promise<T> {
  if (!response.ok) throw await problemIn(response)
  return response.json()
}
