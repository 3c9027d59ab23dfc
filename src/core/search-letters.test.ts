import { expect, onTestFinished, test } from 'vitest'
import { newDatabase } from '#test/database.ts'
import { openDatabase } from './database.ts'
import { many, type Pool } from './db.ts'
import { searchLetters } from './search-letters.ts'
import { sql } from './sql.ts'

const NAMES: readonly (readonly [string, string])[] = [
  ['Évora', 'evora'],
  ['SÃO JOÃO', 'sao joao'],
  ['Peñíscola', 'peniscola'],
  ['L’Haÿ-les-Roses', "l'hay-les-roses"],
  ['Straße, GROẞ', 'strasse, gross'],
  ['Łódź', 'lodz'],
  ['Smørrebrød Ærø Ǿ ǽ', 'smorrebrod aero o ae'],
  ['Œuvre Þingvellir Đặng Ħamrun', 'oeuvre thingvellir dang hamrun'],
  ['İstanbul ISPARTA Diyarbakır', 'istanbul isparta diyarbakir'],
  ['Việt Nam', 'viet nam'],
  // Other scripts keep their marks: they tell letters apart.
  ['Йошкар', 'йошкар'],
  ['Αθήνα ΟΔΟΣ', 'αθήνα οδοσ'],
  ['한국 ガス 👩‍🔧', '한국 ガス 👩‍🔧'],
]

async function opened(): Promise<Pool> {
  const database = await openDatabase(await newDatabase({ poolSize: 2 }))
  onTestFinished(() => database.close())
  return database.pool
}

function between(first: number, last: number): string[] {
  return Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index))
}

/** What the database makes of texts in small letters. */
async function inDatabase(pool: Pool, texts: readonly string[]): Promise<string[]> {
  const rows = await many<{ plain: string }>(
    pool,
    sql`select search_letters(t.text) as plain from unnest(${texts}::text[]) with ordinality as t (text, place) order by place`,
  )
  return rows.map(({ plain }) => plain)
}

test('names are searched in plain letters, however their marks are written', () => {
  for (const [name, plain] of NAMES) {
    for (const written of [name.normalize('NFC'), name.normalize('NFD'), plain])
      expect(searchLetters(written), written).toBe(plain)
  }
})

test('the database makes the same of every letter, with and without more marks', async () => {
  const letters = [...between(0x01, 0x5ff), ...between(0x1e00, 0x21ff)]
  const others = [...NAMES.flat(), 'ſt Ⱡ Ꜳ ﬁ', 'a\u1dc4\u0301', '\u0301a\u0345\u0301', 'ガ 각 \u1100\u1161\u11a8']
  const texts = [...letters.flatMap((letter) => [letter, `x${letter}\u0301\u0323`, `a${letter}`]), ...others]
  const small = texts.map((text) => text.toLowerCase())
  const made = await inDatabase(await opened(), small)
  const differing = small.flatMap((text, index) => {
    const [here, there] = [searchLetters(text), made[index]]
    return here === there ? [] : [{ text, here, there }]
  })
  expect(differing).toEqual([])
})
