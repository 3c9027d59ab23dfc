import { pathToFileURL } from 'node:url'
import { glob, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { signInPage } from '#src/http/oauth-page.ts'
import * as lookups from '#modules/ai/rule-lookup.ts'
import { TASK_FIXED, TaskUpdate } from '#modules/tasks/task.schema.ts'
import { OUTSIDE } from '#core/audience.ts'
import { tools } from '#src/catalogue.ts'
import { en as reachEnglish } from '../web/src/console/settings/integrations/words/reach-en.ts'
import { en as auditWords } from '../web/src/console/settings/audit/words/en.ts'
import { en as taskWords } from '../web/src/console/tasks/words/en.ts'
import { LANGUAGES, type Language } from '../web/src/language/languages.ts'
import { pluralIn } from '../web/src/language/plural.ts'

/** Every sentence, with its parts put in. */
function sentences(words: object): string[] {
  return Object.values(words).flatMap((word: unknown) => {
    if (typeof word === 'string') return [word]
    if (typeof word === 'function') return [1, 2].map((count) => String(word(count, 3)))
    return typeof word === 'object' && word !== null ? sentences(word) : []
  })
}

/** The words of every area: `words/area-words.ts` holds one record by language. */
async function wordsOfAllAreas(): Promise<Record<Language, object>[]> {
  const paths = await Array.fromAsync(glob('web/src/**/words/*-words.ts'))
  expect(paths.length).toBeGreaterThan(5)
  const modules: Record<string, Record<Language, object>>[] = await Promise.all(
    paths.map((path) => import(pathToFileURL(path).href)),
  )
  return modules.flatMap((module) => Object.values(module))
}

test.for(Object.keys(LANGUAGES) as Language[])('%s: no sentence is empty or left in English', async (language) => {
  for (const all of await wordsOfAllAreas()) {
    const own = sentences(all[language])
    expect(own.filter((sentence) => sentence.trim() === '' || /undefined|NaN|\$\{/.test(sentence))).toEqual([])
    if (language === 'en') continue
    const english = new Set(sentences(all.en).filter((sentence) => sentence.split(' ').length > 2))
    expect(own.filter((sentence) => english.has(sentence))).toEqual([])
  }
})

/** What each word says that is told nought, with its name. */
function saidOfNought(words: object, name = ''): string[] {
  return Object.entries(words).flatMap(([key, word]: [string, unknown]) => {
    if (typeof word === 'function') return [`${name}${key}: ${String(word(0, 0))}`]
    return typeof word === 'object' && word !== null ? saidOfNought(word, `${name}${key}.`) : []
  })
}

test.for(Object.keys(LANGUAGES) as Language[])('%s: of nothing it is not said that it is one', async (language) => {
  const all = (await wordsOfAllAreas()).flatMap((words) => saidOfNought(words[language]))
  // French counts nought as one: the number must be the one that was told.
  expect(all.filter((sentence) => /\b1\b/.test(sentence))).toEqual([])
})

test('Portuguese counts nought as they do in Portugal', () => {
  expect(pluralIn('pt')(0, 'tarefa', 'tarefas')).toBe('tarefas')
  expect(pluralIn('fr')(0, 'tâche', 'tâches')).toBe('tâche')
})

/** Names that were given up for those in docs/design-language.md. */
const GIVEN_UP: Record<Language, RegExp> = {
  en: /\bhomes?\b(?<!at home)|workflow/i,
  de: /Objekt|Menschen|\bLeute|Schlagworte|Abläufe?\b|Hooks|Administrator|Manager|Leitfaden/,
  es: /propiedad|\bgente\b|flujo|gestores|administrador|gancho|lista de control/i,
  fr: /\bbiens? immo|processus|workflow|validation|administrateur|compte rendu/i,
  pt: /propriedade|automaç|gancho|fluxo|administrador|prestador|senha\b|\blinks?\b/i,
}

test.for(Object.keys(LANGUAGES) as Language[])(
  '%s: each thing has the name that it has everywhere',
  async (language) => {
    const all = (await wordsOfAllAreas()).flatMap((words) => sentences(words[language]))
    expect(all.filter((sentence) => GIVEN_UP[language].test(sentence))).toEqual([])
  },
)

test('what the assistant offers and the consent page says has the same names', () => {
  const offered = Object.values(lookups).flatMap((lookup) => ('example' in lookup ? lookup.example : []))
  expect(offered.length).toBeGreaterThan(3)
  const consent = signInPage({ client: 'A program', redirectUri: 'https://program.example/', fields: {} })
  expect([...offered, consent].filter((said) => GIVEN_UP.en.test(said))).toEqual([])
})

test('every field of a task that can be changed has a word in its history', () => {
  const changeable = Object.keys(TaskUpdate.properties).filter((field) => !Object.keys(TASK_FIXED).includes(field))
  // Published by an operation of its own.
  expect([...changeable, 'isPublished'].toSorted()).toEqual(Object.keys(taskWords.changedFields).toSorted())
})

test('everything that the audit log can say has its words', async () => {
  const paths = (await Array.fromAsync(glob('src/modules/**/*.ts'))).filter((path) => !path.endsWith('.test.ts'))
  const texts = await Promise.all(paths.map((path) => readFile(path, 'utf8')))
  const traces = texts.filter((text) => /\b(record(Audit|Change|Work)|trace)\(/.test(text))
  const found = (pattern: RegExp) => traces.flatMap((text) => [...text.matchAll(pattern)].map(([, word = '']) => word))
  // What is only told of, or stands in the history of a task, is not in it.
  const actions = found(/(?<!type: |taskId, |noteChange\(ctx, )'[a-z_]+\.([a-z_]+)'/g)
  const kinds = found(/(?:targetKind: |tracing\()'([a-z_]+)'/g)
  expect(actions.length).toBeGreaterThan(50)
  expect(actions.filter((action) => !Object.hasOwn(auditWords.happened, action))).toEqual([])
  expect(kinds.filter((kind) => !Object.hasOwn(auditWords.things, kind))).toEqual([])
})

test('whoever binds an agent reads in their language what each tool says of whom it is for', () => {
  const said = tools.flatMap(({ name, outside }) =>
    OUTSIDE.flatMap((audience) => {
      const says = outside[audience]?.says
      return says === undefined ? [] : [[`${name}.${audience}`, says] as const]
    }),
  )
  expect(said.length).toBeGreaterThan(10)
  expect(reachEnglish.says).toEqual(Object.fromEntries(said))
})
