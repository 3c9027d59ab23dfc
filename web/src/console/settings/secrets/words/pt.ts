import type { SecretsWords } from './en.ts'

export const pt: SecretsWords = {
  title: 'Segredos das automatizações',
  make: 'Adicionar segredo',
  none: 'Ainda sem segredos',
  noneText:
    'Chaves e palavras-passe de que as automatizações precisam para outros sistemas. Um documento nomeia-as com use.secrets.',
  name: 'Nome',
  nameHint: 'Letras, algarismos e _, como PARTNER_KEY.',
  taken: 'Já há um com este nome. Na lista tem «Novo valor».',
  value: 'Valor',
  valueHint: 'É guardado selado e nunca mais é mostrado.',
  isFields: 'Tem campos, em JSON: {"username": "…", "password": "…"}',
  wrongJson: 'Isto não é JSON com campos.',
  replace: 'Novo valor',
  confirm: 'Substituir o valor',
  confirmText: 'O valor atual perde-se. As execuções em curso têm o novo a partir do passo seguinte.',
  set: (when: string) => `Definido ${when}`,
  saved: (name: string) => `${name} está definido.`,
  remove: 'Remover',
  reallyRemove: 'Remover mesmo?',
  removed: (name: string) => `${name} já não está.`,
}
