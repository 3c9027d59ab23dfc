import type { DesignWords } from './en.ts'

export const pt: DesignWords = {
  unsent: 'Descartar o que escreveu?',
  unsentText: 'Ainda não foi enviado e perde-se.',
  goOn: 'Continuar a escrever',
  discard: 'Descartar',
}
