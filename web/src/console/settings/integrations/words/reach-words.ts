import type { Translated } from '../../../../language/languages.ts'
import { de } from './reach-de.ts'
import { en, type ReachWords } from './reach-en.ts'
import { es } from './reach-es.ts'
import { fr } from './reach-fr.ts'
import { pt } from './reach-pt.ts'

export const reachWords: Translated<ReachWords> = { en, de, es, fr, pt }
