import type { Translated } from '../../language/languages.ts'
import { de } from './de.ts'
import { en, type DesignWords } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { pt } from './pt.ts'

export const designWords: Translated<DesignWords> = { en, de, es, fr, pt }
