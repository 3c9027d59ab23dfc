import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyCharacter } from '#test/arbitrary.ts'
import { macWith } from './mac.ts'

test('signs what node signs, with keys shorter and longer than a block', () => {
  const any = fc.string({ unit: anyCharacter, maxLength: 300 })
  fc.assert(
    fc.property(any, fc.array(any, { minLength: 1, maxLength: 3 }), (secret, texts) => {
      const mac = macWith(secret)
      const expected = texts.map((text) => createHmac('sha256', secret).update(text).digest('hex'))
      expect(texts.map(mac)).toEqual(expected)
    }),
  )
})
