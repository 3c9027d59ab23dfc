import type { PartsWords } from './en.ts'

export const pt: PartsWords = {
  leaveTitle: 'Sair sem guardar?',
  leaveText: 'Perde-se o que mudou aqui.',
  stay: 'Ficar aqui',
  leave: 'Sair',
}
