import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Prose } from './card.tsx'

test('a text that people wrote runs in the direction of its own letters', () => {
  expect(renderToStaticMarkup(createElement(Prose, null, 'הדוד דולף.'))).toContain('dir="auto"')
})
