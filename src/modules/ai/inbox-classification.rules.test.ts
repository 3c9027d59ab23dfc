import { expect, test } from 'vitest'
import { classifyByRules } from './inbox-classification.ts'
import { InboxClassification, type InboxClassification as Classified } from './inbox.schema.ts'
import { bodyValidator } from '#core/validate.ts'

type Expected = [
  message: string,
  expected: Partial<Classified>,
  task?: Partial<NonNullable<Classified['task_suggestion']>>,
]

const MESSAGES: readonly Expected[] = [
  [
    'Help! There is smoke coming out of the oven and I think something is on fire',
    { category: 'emergency', urgency: 'urgent', needs_human: true, language: 'en' },
    { priority: 'URGENT' },
  ],
  [
    'Hi, it smells like gas in the kitchen. What should we do?',
    { category: 'emergency', urgency: 'urgent', needs_human: true, language: 'en' },
  ],
  [
    'Boa noite, há um cheiro a gás muito forte na cozinha',
    { category: 'emergency', urgency: 'urgent', language: 'pt' },
  ],
  [
    'Hola, se ha roto una tubería y el baño está inundado',
    { category: 'emergency', urgency: 'urgent', language: 'es' },
  ],
  [
    'Hallo, es riecht nach Gas in der Wohnung, bitte sofort melden',
    { category: 'emergency', urgency: 'urgent', language: 'de' },
  ],
  [
    "We're locked out, the code doesn't work and it's raining",
    { category: 'access', urgency: 'high', language: 'en' },
    { department: 'guest_relations', priority: 'HIGH' },
  ],
  ['Olá, o código não funciona e não conseguimos entrar no apartamento', { category: 'access', language: 'pt' }],
  [
    'Bonjour, le code ne fonctionne pas et nous ne pouvons pas entrer',
    { category: 'access', urgency: 'high', language: 'fr' },
  ],
  [
    'Wir haben uns ausgesperrt, können Sie bitte helfen? Dringend!',
    { category: 'access', urgency: 'urgent', needs_human: true, language: 'de' },
  ],
  ['Ciao, siamo chiusi fuori e non riusciamo ad aprire la porta', { category: 'access', language: 'it' }],
  [
    'Good morning, there is no hot water since last night.',
    { category: 'maintenance', urgency: 'high', language: 'en' },
    { title: 'there is no hot water since last night', department: 'maintenance', priority: 'HIGH' },
  ],
  [
    'The tap in the bathroom drips all night',
    { category: 'maintenance', urgency: 'normal', language: 'en' },
    { department: 'maintenance', priority: 'NORMAL' },
  ],
  [
    'Olá, não temos água quente desde ontem. Podem mandar alguém?',
    { category: 'maintenance', urgency: 'high', language: 'pt' },
  ],
  ['Buenas tardes, el aire acondicionado no funciona', { category: 'maintenance', urgency: 'normal', language: 'es' }],
  [
    "Bonjour, il n'y a plus d'eau chaude dans la salle de bain",
    { category: 'maintenance', urgency: 'high', language: 'fr' },
  ],
  [
    'Guten Abend, die Heizung ist ausgefallen und die Wohnung ist kalt',
    { category: 'maintenance', urgency: 'high', language: 'de' },
  ],
  ['Buongiorno, la lavastoviglie non funziona', { category: 'maintenance', language: 'it' }],
  [
    'Hello, the Wi-Fi in the bedroom stops every few minutes. I have a call at four.',
    { category: 'wifi', urgency: 'normal', language: 'en' },
    { department: 'maintenance' },
  ],
  ['Hallo, wie ist das WLAN Passwort?', { category: 'wifi', language: 'de' }],
  [
    'The bathroom was filthy when we arrived, this is unacceptable',
    { category: 'cleanliness', sentiment: 'negative', needs_human: true },
    { department: 'housekeeping' },
  ],
  ['Die Küche ist schmutzig und es gibt keine Handtücher', { category: 'cleanliness', language: 'de' }],
  ['Could we get more towels please?', { category: 'cleanliness', urgency: 'normal', needs_human: false }],
  ['The neighbours have a party and we cannot sleep', { category: 'noise', language: 'en' }],
  ['Os vizinhos fazem muito barulho à noite', { category: 'noise', language: 'pt' }],
  ['I need to cancel my reservation because of a family emergency', { category: 'cancellation', needs_human: true }],
  ['Je voudrais annuler ma réservation', { category: 'cancellation', needs_human: true, language: 'fr' }],
  ['Can you send me the invoice for our stay?', { category: 'payment', needs_human: true, urgency: 'normal' }],
  ['Podem enviar a fatura, por favor? Obrigado', { category: 'payment', needs_human: true, language: 'pt' }],
  ['Is it possible to stay one more night?', { category: 'booking_change', needs_human: true }],
  [
    'Hi, we land at 23:30. Is late arrival a problem?',
    { category: 'check_in_out', needs_human: false, language: 'en' },
  ],
  ['Hola, ¿a qué hora es la llegada y dónde podemos dejar las maletas?', { category: 'check_in_out', language: 'es' }],
  ['Wann ist die Anreise möglich?', { category: 'check_in_out', language: 'de' }],
  ['Where can we park our car?', { category: 'amenities', needs_human: false }],
  ['Can you help me find the coffee machine?', { category: 'amenities', urgency: 'normal' }],
  ['Is the pool heated?', { category: 'amenities' }],
  ['Worst stay ever, very disappointed', { category: 'complaint', sentiment: 'negative', needs_human: true }],
  [
    'Thank you so much, we loved the terrace!',
    { category: 'praise', sentiment: 'positive', urgency: 'low', needs_human: true },
  ],
  ['Do you know a good restaurant nearby?', { category: 'question', language: 'en' }],
  ['ok', { category: 'other', urgency: 'low', needs_human: true }],
  ['お湯が出ません', { language: 'ja', needs_human: true }],
  ['', { category: 'other', language: 'und', sentiment: 'neutral', needs_human: true, confidence: 0.15 }],
]

const faultsIn = bodyValidator(InboxClassification)

test.for(MESSAGES)('%s', ([message, expected, task]) => {
  const found = classifyByRules(message)
  expect(found).toMatchObject({ ...expected, ...(task && { task_suggestion: task }) })
  expect(faultsIn(found)).toEqual([])
})

test('nothing that is not the guest’s own goes into the title of a task', () => {
  const { task_suggestion: suggestion } = classifyByRules(
    `Hello dear host, ${'the boiler makes a noise and '.repeat(20)}it leaks.`,
  )
  expect(suggestion?.title.length).toBeLessThanOrEqual(120)
  expect(suggestion?.title).toMatch(/^(dear host, )?the boiler makes a noise and/)
})

test('a very long message takes no long time and keeps its shape', () => {
  for (const piece of ['a ', 'no ', 'é', '((((', 'heizung ', ' \n', '!?'])
    expect(faultsIn(classifyByRules(piece.repeat(200_000 / piece.length)))).toEqual([])
})
