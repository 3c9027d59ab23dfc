import { expect, test } from 'vitest'
import { cronFault } from './cron-fault.ts'
import { cronProblem } from './schedule.ts'

const FIVE = expect.stringMatching(/^Must be five fields .*minute, hour, day of the month, month, day of the week\./)
const SECOND_FIRST = 'Of six or seven fields the first is the second, and only the seventh is the year.'
const NOW = new Date('2026-11-15T09:30:00Z')

test.for([
  ['', FIVE],
  ['often', FIVE],
  ['12:30', FIVE],
  ['2027-01-01T00:00:00', FIVE],
  ['@reboot', FIVE],
  ['* * * * * * * *', FIVE],
  ['99 * * * *', expect.stringMatching(/^The minute cannot be 99\. It takes 0 to 59: one number, a list/)],
  ['0 25 * * *', expect.stringMatching(/^The hour cannot be 25\. It takes 0 to 23: .* for every one\.$/)],
  ['0 7:30 * * *', expect.stringMatching(/^The hour cannot be 7:30\./)],
  ['0 0 32 * *', expect.stringMatching(/^The day of the month cannot be 32\. It takes 1 to 31,/)],
  ['0 0 * 13 *', expect.stringMatching(/^The month cannot be 13\. It takes 1 to 12,/)],
  ['0 9 * * Monday', expect.stringMatching(/^The day of the week cannot be Monday\. It takes 0 to 7, SUN to SAT:/)],
  ['0 0 * * 5-1', expect.stringMatching(/^The day of the week cannot be 5-1\./)],
  ['0 7 * * 1–5', expect.stringMatching(/^The day of the week cannot be 1–5\./)],
  ['61 0 0 * * *', expect.stringMatching(/^The second cannot be 61\./)],
  ['0 0 30 2 * 2030', expect.stringMatching(new RegExp(`^The hour cannot be 30\\. .* ${SECOND_FIRST}$`))],
  ['0 0 1 1 * 2030', expect.stringMatching(new RegExp(`^The day of the week cannot be 2030\\. .* ${SECOND_FIRST}$`))],
  ['0 0 0 32 1 * 2030', expect.stringMatching(new RegExp(`^The day of the month cannot be 32\\. .* ${SECOND_FIRST}$`))],
  ['CRON_TZ=UTC 0 0 * * *', expect.stringMatching(/^Leave out CRON_TZ=UTC: .* timezone of the trigger/)],
  ['TZ=Europe/Lisbon @daily', expect.stringMatching(/^Leave out TZ=Europe\/Lisbon: .* timezone of the trigger/)],
  ['tz=UTC 0 7:30 * * *', expect.stringMatching(/^Leave out tz=UTC: /)],
  [`TZ=${'x'.repeat(100)} 0 0 * * *`, expect.stringMatching(/^Leave out TZ=x{37}…: /)],
  ['0 0 0 1 1 * soon', expect.stringMatching(/^The year cannot be soon\./)],
  [`0 ${'9'.repeat(100)} * * *`, expect.stringMatching(/^The hour cannot be 9{40}…\./)],
  ['0 0 30 2 *', expect.stringMatching(/^No date to come fits it/)],
  ['0 0 0 1 1 * 2020', expect.stringMatching(/^No date to come fits it/)],
])('what is wrong with "%s" is said by its field, in our words', ([cron, message]) => {
  expect(cronProblem(cron, NOW)).toEqual({ field: 'cron', message })
})

test.for([
  '0 7 * * 1-5',
  '@daily',
  '*/15 8-18 * * MON-FRI',
  '0 0 L * *',
  '0 0 * * 5#2',
  '0 0 0 1 1 * 2030',
  ' 0 0 ? * 1 ',
])('"%s" is one', (cron) => {
  expect(cronFault(cron)).toBeUndefined()
  expect(cronProblem(cron, NOW)).toBeUndefined()
})
