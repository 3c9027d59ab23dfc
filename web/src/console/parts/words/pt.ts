import type { PartsWords } from './en.ts'

export const pt: PartsWords = {
  leaveTitle: 'Sair sem guardar?',
  leaveText: 'Perde-se o que mudou aqui.',
  stay: 'Ficar aqui',
  leave: 'Sair',
  turnedDays: 'O último dia é anterior ao primeiro.',
  conflict: {
    title: (name) => `${name} mudou entretanto`,
    text: 'Outra pessoa mudou o mesmo. Nada foi substituído.',
    theirs: 'Agora é',
    mine: 'O que pretendia',
    keep: 'Deixar assim',
    takeMine: 'Usar o meu',
  },
}
