import type { Translated } from '../../../language/languages.ts'
import { de } from './de.ts'
import { en, type NotificationsWords } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { pt } from './pt.ts'

export const notificationsWords: Translated<NotificationsWords> = { en, de, es, fr, pt }
