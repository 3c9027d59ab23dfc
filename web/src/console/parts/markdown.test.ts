import { expect, test } from 'vitest'
import { blocksIn, inlineIn, plainText } from './markdown.ts'

test('headings, paragraphs, lists, quotes, code and rules', () => {
  const text =
    '# Heat #\nThe boiler\nis **blue**.\n\n1. Open it\n2. Press `reset`\n   twice\n\n- one\n* two\n> careful\n> hot\n---\n```\n# no heading\n```'
  expect(blocksIn(text)).toEqual([
    { kind: 'heading', level: 1, content: [{ kind: 'text', text: 'Heat' }] },
    {
      kind: 'paragraph',
      content: [
        { kind: 'text', text: 'The boiler\nis ' },
        { kind: 'strong', text: 'blue' },
        { kind: 'text', text: '.' },
      ],
    },
    {
      kind: 'list',
      isOrdered: true,
      items: [
        [{ kind: 'text', text: 'Open it' }],
        [
          { kind: 'text', text: 'Press ' },
          { kind: 'code', text: 'reset' },
          { kind: 'text', text: ' twice' },
        ],
      ],
    },
    { kind: 'list', isOrdered: false, items: [[{ kind: 'text', text: 'one' }], [{ kind: 'text', text: 'two' }]] },
    { kind: 'quote', content: [{ kind: 'text', text: 'careful\nhot' }] },
    { kind: 'rule' },
    { kind: 'code', text: '# no heading' },
  ])
})

test.for(['javascript:alert(1)', 'data:text/html,x', '//host', '/relative', 'vbscript:x'])(
  'a link to %s is text',
  (href) => {
    expect(inlineIn(`[a](${href})`).map(({ kind }) => kind)).not.toContain('link')
  },
)

test('links that lead somewhere', () => {
  expect(inlineIn('See [the *guide*](https://a.example/b) or [us](tel:+351).')).toEqual([
    { kind: 'text', text: 'See ' },
    { kind: 'link', text: 'the *guide*', href: 'https://a.example/b' },
    { kind: 'text', text: ' or ' },
    { kind: 'link', text: 'us', href: 'tel:+351' },
    { kind: 'text', text: '.' },
  ])
})

test('every text ends, whatever it is made of', () => {
  for (const text of ['', '\n\n', '```', '>', '- ', '#', '# ', '1.', '**', '[a](', '> a\nb\n- c', '\r\n- a\r\n'])
    expect(blocksIn(text).length).toBeLessThan(5)
})

test('in a message there are no signs of it', () => {
  expect(plainText('## Wi-Fi\nSwitch the **box** off.\n\n1. Wait\n2. See [here](https://a.example)')).toBe(
    'Wi-Fi\n\nSwitch the box off.\n\n1. Wait\n2. See here (https://a.example)',
  )
})
