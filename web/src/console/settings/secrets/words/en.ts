export const en = {
  title: 'Secrets of automations',
  make: 'Add secret',
  none: 'No secret yet',
  noneText: 'Keys and passwords that automations need for other systems. A document names them with use.secrets.',
  name: 'Name',
  nameHint: 'Letters, digits and _, such as PARTNER_KEY.',
  taken: 'There is one with this name. It has “New value” in the list.',
  value: 'Value',
  valueHint: 'It is kept sealed and never shown again.',
  isFields: 'It has fields, as JSON: {"username": "…", "password": "…"}',
  wrongJson: 'This is not JSON with fields.',
  replace: 'New value',
  confirm: 'Replace the value',
  confirmText: 'The value that is there now is lost. Runs that are under way have the new one from their next step on.',
  set: (when: string) => `Set ${when}`,
  saved: (name: string) => `${name} is set.`,
  remove: 'Remove',
  reallyRemove: 'Really remove it?',
  removed: (name: string) => `${name} is gone.`,
}

export type SecretsWords = typeof en
