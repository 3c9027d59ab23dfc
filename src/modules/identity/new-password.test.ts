import { expect, test } from 'vitest'
import { faultOf, ownWordsOf } from './password.service.ts'

const OWN = ownWordsOf('ada.marino@seaside-homes.example', 'Ada Marino', 'Seaside Homes')

test.each([
  ['nine char', 'password_too_short'],
  ['1234567890', 'password_too_common'],
  ['QwertyUiop', 'password_too_common'],
  ['password2026!', 'password_too_common'],
  ['!!sunshine99', 'password_too_common'],
  ['aaaaaaaaaaaa', 'password_too_common'],
  ['ada.marino@seaside-homes.example', 'password_about_you'],
  ['AdaMarino2026', 'password_about_you'],
  ['seaside homes!', 'password_about_you'],
  ['SeasideHomes1', 'password_about_you'],
  ['try-innkeeper', undefined],
  ['correct horse battery staple', undefined],
  ['the seaside has no homes', undefined],
  ['f3Qw9_ZkT1vB7nXa', undefined],
])('%j: %s', (password, fault) => {
  expect(faultOf(password, OWN)).toBe(fault)
})
