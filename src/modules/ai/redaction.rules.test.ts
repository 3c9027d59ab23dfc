import fc from 'fast-check'
import { expect, test } from 'vitest'
import { redaction } from './redaction.rules.ts'

const hide = (text: string): string => redaction([text]).hide(text)

test.for([
  ['Write to ann.b+c@mail.example.co.uk, please.', 'Write to [[EMAIL_1]], please.'],
  ['Mülller@exämple.de ist richtig', '[[EMAIL_1]] ist richtig'],
  ["Mail ann.o'hara@example.com or 'ann@example.com'", "Mail [[EMAIL_1]] or '[[EMAIL_2]]'"],
  ['Call +351 912 345 678 or 0049 (89) 1234-5678!', 'Call [[PHONE_1]] or [[PHONE_2]]!'],
  ['Card 4111 1111 1111 1111 exp 12/27', 'Card [[CARD_1]] exp 12/27'],
  ['IBAN DE89 3704 0044 0532 0130 00.', 'IBAN [[IBAN_1]].'],
  ['GB82WEST12345698765432 is mine', '[[IBAN_1]] is mine'],
  ['The door code is 4711#, the lockbox: 0815', 'The door code is [[CODE_1]], the lockbox: [[CODE_2]]'],
  ['Alarm PIN 998877', 'Alarm PIN [[CODE_1]]'],
  ['El código es 1234', 'El código es [[CODE_1]]'],
  ['a@b.example wrote to c@d.example and a@b.example', '[[EMAIL_1]] wrote to [[EMAIL_2]] and [[EMAIL_1]]'],
] as const)('%s', ([text, hidden]) => {
  expect(hide(text)).toBe(hidden)
})

test.for([
  'Arrival on 2026-11-15 at 15:00, 3 nights, 2 guests, 450.00 EUR.',
  'Between 15.11.2026 and 18/11/2026.',
  'Task TK-10432 in room 204, 1200-195 Lisbon.',
  'The number 4111 1111 1111 1112 has a wrong check digit.',
  'The code of conduct',
  'Order 12345',
])('%s stays as it is', (text) => {
  expect(hide(text)).toBe(text)
})

/** Each with one code, which is all that is hidden. */
const CODES = {
  en: [
    'Your door code will be 4711',
    '4711 is the door code',
    '4711 (door code)',
    'use 4711 to open the door',
    'To open the gate, press 4711.',
    'Enter 4711# on the keypad',
    '4711 opens the garage door',
    'keypad combination 5566',
    'The code for room 204 is 4711',
    'The code of the little house behind is 4711',
    'Door code:\n4711',
    'Gate code **4711**',
    'The entry PIN has been changed to 47 11',
    'Wi-Fi password: 12345678',
    'The alarm code is B1234',
  ],
  es: [
    'código de la puerta: 4711',
    'El código es el 4711',
    'El código de acceso será 4711',
    'La clave del wifi es 12345678',
    'Marque 4711 para abrir el portón',
    'Introduzca 4711 en el teclado de la entrada',
    '4711 es el código de la caja de llaves',
    'El co\u0301digo de la alarma es 4711',
  ],
  pt: [
    'O código da porta é 4711',
    'O código é o 4711',
    'Digite 4711 no teclado da porta',
    'A senha do Wi-Fi: 12345678',
    '4711 é o código do portão',
    'Use 4711 para abrir o cofre',
    'Caixa das chaves: 4711',
  ],
  fr: [
    'Le code de la porte est le 4711',
    'Le code d’entrée sera 4711',
    'Le digicode : 4711',
    'Tapez 4711 sur le clavier pour entrer',
    'Composez le 4711 pour ouvrir le portail',
    'Code de la boîte à clés 4711',
    '4711 est le code de l’alarme',
    'Le mot de passe du wifi est 12345678',
  ],
  de: [
    'Der Türcode lautet 4711',
    'Der Code ist die 4711',
    'Geben Sie 4711 am Tastenfeld ein',
    'Mit 4711 öffnen Sie die Tür',
    'Der Code für die Schlüsselbox ist 4711',
    '4711 ist der Code für die Haustür',
    'An der Tür 4711 eingeben',
    'WLAN-PIN: 4711',
    'Die PIN der Alarmanlage lautet 998877',
    'Das WLAN-Passwort ist 12345678',
  ],
}
const CODE = /4711#?|47 11|5566|998877|12345678|B1234/

test.for(Object.values(CODES).flat())('the code is hidden: %s', (text) => {
  expect(hide(text)).toBe(text.replace(CODE, '[[CODE_1]]'))
})

test.for([
  'zip code 90210, error code 404, area code 212',
  'código postal 28001, código de error 404',
  'código postal 1200 de Lisboa, a porta do quarto 204 abre',
  'code postal 75001, code promo 2026',
  'Fehlercode 404, Postleitzahl 10115, Rabattcode 2026',
  'The code costs 450 EUR, the new door 1200 EUR',
  'The code for 120 Main Street will come at 15:00',
  'The door code is valid until 2026',
  'The code is 450 EUR',
  'Door 204 is broken, key 204 opens the door of room 204',
  'La puerta de la habitación 204, 450 euros',
  'La porte de la chambre 204 est fermée',
  'Die Tür von Zimmer 204 klemmt seit 2025',
  'Dial 112 in an emergency',
  'Use room 204, the door is open',
  'Wi-Fi 300 Mbps',
])('no code: %s', (text) => {
  expect(hide(text)).toBe(text)
})

test('codes that are named together are all hidden', () => {
  expect(hide('The codes are 4711 and 0815')).toBe('The codes are [[CODE_1]] and [[CODE_2]]')
  expect(hide('Door code 4711, gate 5566, room 204')).toBe('Door code [[CODE_1]], gate [[CODE_2]], room 204')
})

test.for([
  'arrives 2026-11-18 10:00',
  'from 18/11/2026 15:00 to 20/11/2026 15:00',
  'on 18 11 2026',
  'on 18 11 2026 10:00, or 2026 11 18',
  'on 18 11 2026 2 guests',
  '18-20/11/2026, 18.-20.11.2026, 18.11.-20.11.2026, 18.11-20.11',
  '18/11/2026-20/11/2026 and 18/11/2026 - 20/11/2026',
  '2026-11-18/2026-11-20 2026-11-18 2026-11-20',
  '2026-11-18T10:00:00Z',
  '11/18/2026 3:00 PM, 11/18/26 10:00',
  '18.11.2026 10:30, 18.11.26 10.30 Uhr, 15.00-18.00',
  'Season 2025/2026, 2025-2026',
  'room 101 102 103 104',
  'Zimmer 101 102 103, quartos 201/202/203, rooms 201-204 301-304',
  'Clean 101 102 103 104 105 today',
])('a day, a time or rooms: %s', (text) => {
  expect(hide(text)).toBe(text)
})

test.for([
  '+351 912 345 678',
  '351 912 345 678',
  '912 345 678',
  '01 02 03 04 05',
  '01.02.03.04.05',
  '01-02-03-04-05',
  '+33 6 12.10.26.45',
  '+33 6 12 34 56 78',
  '+49 (0)89 1234567',
  '0475 12.10.26',
  '0475/12.10.26',
  '+45 20 26 11 18',
  '+45 2026 11 18',
  '2026 1118',
  '(212) 555-0199',
  '212-555-0199',
  '+1 212.555.0199',
  '030 12345678',
  '089/1234567',
  '+55 11 91234-5678',
  '+44 20 7946 0958',
  '600 12 34 56',
])('a phone number: %s', (phone) => {
  expect(hide(`Call ${phone}.`)).toBe('Call [[PHONE_1]].')
  expect(hide(`From 18/11/2026 10:00 ${phone} 15:00`)).toBe('From 18/11/2026 10:00 [[PHONE_1]] 15:00')
})

test.for([
  ['de89 3704 0044 0532 0130 00', '[[IBAN_1]]'],
  ['My iban is de89 3704 0044 0532 0130 00 thanks a lot', 'My iban is [[IBAN_1]] thanks a lot'],
  ['DE89 3704 0044 0532 0130 00 GB82 WEST 1234 5698 7654 32', '[[IBAN_1]] [[IBAN_2]]'],
  ['In 12 4111 1111 1111 1111 12 27', 'In 12 [[CARD_1]] 12 27'],
] as const)('words and numbers around it are left: %s', ([text, hidden]) => {
  expect(hide(text)).toBe(hidden)
})

test('what the caller wrote in the form of a placeholder is not taken for ours', () => {
  const text = 'Say [[EMAIL_1]] to ann@example.com'
  const hiding = redaction([text])
  const hidden = hiding.hide(text)
  expect(hidden).toBe('Say [[EMAIL_1]] to [[EMAIL_2]]')
  expect(hiding.restore(hidden)).toBe(text)
})

test('whatever is hidden comes back, also inside of objects and in their names', () => {
  const piece = fc.oneof(
    fc.string(),
    fc.constantFrom(
      'ann@example.com',
      '+351 912 345 678',
      '4111111111111111',
      'door code 4711',
      '[[CODE_1]]',
      'bob@x.example',
    ),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const text = pieces.join(' ')
      const hiding = redaction([text])
      expect(hiding.restore(hiding.hide(text))).toBe(text)
    }),
  )
  const hiding = redaction(['ann@example.com'])
  const hidden = hiding.hide('ann@example.com')
  expect(hiding.restoreIn({ [hidden]: [hidden, 5, null, { deep: `to ${hidden}` }] })).toEqual({
    'ann@example.com': ['ann@example.com', 5, null, { deep: 'to ann@example.com' }],
  })
})

test.for([
  ['x'.repeat(400_000), 'x'.repeat(400_000)],
  [`code${' '.repeat(400_000)}!`, `code${' '.repeat(400_000)}!`],
  [`code is${' '.repeat(400_000)}4711`, `code is${' '.repeat(400_000)}[[CODE_1]]`],
] as const)('a text of full length is read in one go', ([text, hidden]) => {
  expect(hide(text)).toBe(hidden)
})
