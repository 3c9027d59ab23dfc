import { createContext, useContext } from 'react'
import { useWords } from '../language/language.tsx'
import type { Place } from '../offline/place.ts'
import type { Outlook } from './outlook.ts'
import type { Session, Snapshot } from './session.ts'
import { taskWords } from './words/task-words.ts'
import type { TaskWords } from './words/en.ts'

/** What the parts of the task page share. */
export interface TaskScreen {
  place: Place
  session: Session
  snapshot: Snapshot
  outlook: Outlook
  /** Answers can be given: the link is for carrying out, and the task is not done. */
  canAnswer: boolean
  /** Photos and comments can be added, which goes on after completion. */
  canAdd: boolean
}

export const TaskContext = createContext<TaskScreen | undefined>(undefined)

export function useTask(): TaskScreen & { words: TaskWords } {
  const screen = useContext(TaskContext)
  const words = useWords(taskWords)
  if (!screen) throw new Error('outside of the task page')
  return { ...screen, words }
}
