import { useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { observable } from '../../offline/observable.ts'
import { readText, writeText } from '../../offline/small-storage.ts'

/** `j`, `Escape`, `g t` (one after the other), `mod+k` (Ctrl or Command). */
export type Keys = Record<string, (event: KeyboardEvent) => void>

/** Between the two keys of a sequence; a busy computer hears the second one late. */
const SEQUENCE_MILLIS = 2500
/** What goes on while it is held down; all else is done once, or holding `z` would take back everything. */
const MOVES = /^([hjkl[\]]|Arrow\w+)$/
const SWITCH = 'console-single-keys'

const setting = observable({ areSingleKeysOn: readText(SWITCH) !== 'off' })

/** Single letters can be switched off: some people dictate, and every word would be a command. */
export function useSingleKeys(): { isOn: boolean; set(isOn: boolean): void } {
  const isOn = useSyncExternalStore(setting.subscribe, () => setting.get().areSingleKeysOn)
  return {
    isOn,
    set(next) {
      writeText(SWITCH, next ? 'on' : 'off')
      setting.change({ areSingleKeysOn: next })
    },
  }
}

/** What listens now, and what its keys are called; the page that was opened last comes first. */
const listening: { current: Keys; names: Record<string, string> }[] = []
let first: { key: string; at: number } | undefined

/**
 * Listens while the component is shown. Nothing is heard while somebody writes, or behind a dialog.
 * A key that has a name is in the sheet behind `?`.
 */
export function useKeys(keys: Keys, names: Record<string, string> = {}): void {
  const latest = useRef({ current: keys, names })
  // Before it is painted: what can be seen can be pressed.
  useLayoutEffect(() => {
    latest.current.current = keys
    latest.current.names = names
  })
  useLayoutEffect(() => {
    const mine = latest.current
    if (listening.length === 0) document.addEventListener('keydown', hear)
    listening.unshift(mine)
    return () => {
      listening.splice(listening.indexOf(mine), 1)
      if (listening.length === 0) document.removeEventListener('keydown', hear)
    }
  }, [])
}

/** The keys of the page that is shown, with what they do. */
export function keysOfPage(): [string, string][] {
  return listening.flatMap(({ names }) => Object.entries(names))
}

function hear(event: KeyboardEvent): void {
  const name = nameOf(event)
  if (event.defaultPrevented || name === undefined) return
  const isSingle = /^\S$/.test(name)
  if (!isFree(event, name) || (isSingle && !setting.get().areSingleKeysOn)) return
  const before = first && event.timeStamp - first.at < SEQUENCE_MILLIS ? first.key : undefined
  first = isSingle && before === undefined && startsSequence(name) ? { key: name, at: event.timeStamp } : undefined
  // The second key of two is never a command of its own.
  const wanted = before === undefined ? name : `${before} ${name}`
  const act = listening.map(({ current }) => current[wanted]).find((each) => each !== undefined)
  if (!act) return
  event.preventDefault()
  if (!event.repeat || MOVES.test(name)) act(event)
}

function startsSequence(key: string): boolean {
  return listening.some(({ current }) => Object.keys(current).some((keys) => keys.startsWith(`${key} `)))
}

const SIGN = /^[^\s\p{L}\p{N}]$/u

/** What the key is called in `Keys`. On many keyboards a sign such as `[` is typed with Alt, or with AltGr as Ctrl and Alt. */
export function nameOf({
  key,
  ctrlKey,
  metaKey,
  altKey,
}: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>): string | undefined {
  if (altKey) return SIGN.test(key) ? key : undefined
  return ctrlKey || metaKey ? `mod+${key.toLowerCase()}` : key
}

function isFree(event: KeyboardEvent, name: string): boolean {
  const { target } = event
  if (document.querySelector('dialog[open]')) return false
  if (!(target instanceof HTMLElement)) return true
  // What has the focus is what Enter presses.
  if (name === 'Enter' && target.matches('a, button, summary, input')) return false
  const isWriting = target.matches('input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]')
  // Out of the field first: nobody should lose a page, and what they wrote, by one key.
  if (isWriting && name === 'Escape') {
    // Browsers empty a search field at this key.
    event.preventDefault()
    target.blur()
  }
  return !isWriting || name.startsWith('mod+')
}
