import { hash } from 'node:crypto'
import { writerOf } from '#core/answer-writer.ts'
import type { Answer } from '#core/once.ts'
import type { Operation } from '#core/operation.ts'
import { accepted } from './accept.ts'
import { isRestricted, type Principal } from '#core/principal.ts'
import { refuseFaults } from '#core/validate.ts'

/** How answers of the operation go out; a restricted key gets the reduced view wherever an operation has one. */
export function rendererOf(
  operation: Operation,
): (principal: Principal, path: string, result: unknown, accept?: string) => Answer {
  const whole = writerOf(operation.reply)
  const reduced = operation.replyRestricted ? writerOf(operation.replyRestricted) : whole
  const { contents } = operation
  const types = contents && ['application/json', ...Object.keys(contents)]
  return (principal, path, result, accept) => {
    const status = operation.repeatable && !isCreated(result) ? 200 : operation.status
    const type = types && accepted(accept, types)
    const asText = type === undefined ? undefined : contents?.[type]
    const asJson = isRestricted(principal) ? reduced : whole
    const body = status === 204 ? '' : asText ? asText(result as never) : asJson(result)
    const headers: Record<string, string> = asText ? { 'content-type': `${type}; charset=utf-8` } : {}
    if (contents) headers['vary'] = 'accept'
    if (operation.immutable) Object.assign(headers, KEPT)
    if (operation.immutable) headers.etag = `"${operation.immutable(result)}${asText ? `.${shortHash(body)}` : ''}"`
    else if (operation.versioned) headers.etag = etagOf(versionOf(result), body)
    const location = operation.location ? operation.location(path, result) : `${path}/${idOf(result)}`
    if (status === 201 && location !== undefined) headers.location = location
    const statusUrl = status === 202 ? statusUrlOf(result) : undefined
    if (statusUrl !== undefined) Object.assign(headers, { location: statusUrl, 'retry-after': '1' })
    return { status, headers, body }
  }
}

/** Of one caller, who may read it today: nobody else gets it from there. */
const KEPT = { vary: 'accept, authorization', 'cache-control': 'private, max-age=31536000, immutable' }

function etagOf(version: number, body: string): string {
  return `"${version}.${shortHash(body)}"`
}

/** Of what is behind an ETag: 27 characters, and quick. */
export function shortHash(content: string | Uint8Array): string {
  return hash('sha1', content, 'base64url')
}

function versionOf(result: unknown): number {
  const version = (result as { version?: unknown }).version
  if (typeof version !== 'number') throw new Error('a versioned operation answered without a version')
  return version
}

/** Where to ask what becomes of something that was only accepted. */
function statusUrlOf(result: unknown): string | undefined {
  const url = (result as { statusUrl?: unknown }).statusUrl
  return typeof url === 'string' ? url : undefined
}

function isCreated(result: unknown): boolean {
  return (result as { created?: boolean }).created !== false
}

function idOf(result: unknown): string {
  return String((result as { id?: unknown }).id)
}

const TAGS = /^\s*(W\/)?"[^"]*"(\s*,\s*(W\/)?"[^"]*")*\s*$/

/** The versions an If-Match names; undefined for none and for `*`. A weak or foreign tag names version 0, which no row has. */
export function versionsIn(ifMatch: string | undefined): number[] | undefined {
  if (ifMatch === undefined || ifMatch.trim() === '*') return undefined
  if (!TAGS.test(ifMatch)) refuseTags()
  return ifMatch.split(',').map((tag) => Number(/^\s*"(\d{1,9})\.[\w-]+"\s*$/.exec(tag)?.[1] ?? 0))
}

function refuseTags(): never {
  const message = 'Must be the ETag of an answer with its quotes, several with commas between them, or *.'
  refuseFaults([{ parameter: 'If-Match', code: 'wrong_format', message }])
}

export function isUnchanged(ifNoneMatch: string | undefined, etag: string | undefined): boolean {
  if (ifNoneMatch === undefined || etag === undefined) return false
  const tags = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return tags.includes(etag) || tags.includes('*')
}
