import { pluralIn } from '../../../../language/plural.ts'

const plural = pluralIn('en')

export const en = {
  title: 'Share',
  make: 'Make a link',
  name: 'For whom',
  nameHint: 'Stands beside what they write.',
  mode: 'They may',
  modes: { carry_out: 'Carry it out', view: 'Look at it' },
  until: 'Works for',
  days: (count: number) => plural(count, `${count} day`, `${count} days`),
  forEver: 'Does not expire',
  anybody: 'Anybody with the link',
  address: 'Link',
  secret: 'Whoever has this link has the access. No account is needed.',
  mail: 'By e-mail',
  send: 'Send',
  show: 'Show',
  withdraw: 'Withdraw',
  withdrawn: 'The link is withdrawn.',
  states: { active: 'Works', revoked: 'Withdrawn', expired: 'Expired' },
  copy: 'Copy',
  copied: 'Copied',
}

export type ShareWords = typeof en
