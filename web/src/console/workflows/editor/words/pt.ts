import { pluralIn } from '../../../../language/plural.ts'
import type { EditorWords } from './en.ts'

const plural = pluralIn('pt')

export const pt: EditorWords = {
  label: 'O documento, em YAML',
  hint: 'Ctrl Espaço completa; Escape e depois Tab sai do editor.',
  suggestions: 'O que pode vir a seguir',
  save: 'Guardar rascunho',
  saved: 'Rascunho guardado.',
  publish: 'Publicar',
  publishOn: 'Publicar e ligar',
  published: (number) => `A versão ${number} está publicada.`,
  publishedOn: (number) => `A versão ${number} está publicada e ligada.`,
  isSaved: 'Guardado',
  isOn: 'Está ligada tal como está aqui.',
  isChanged: 'Por guardar',
  checking: 'A verificar',
  good: 'Não há nada errado.',
  problems: (count) => plural(count, `${count} problema`, `${count} problemas`),
  line: (number) => `Linha ${number}`,
  more: (count) => `E mais ${count}.`,
  diagram: 'Em diagrama',
  diagramOf: (steps) => `Passos: ${steps}`,
  noDiagram: 'Pode ser desenhado quando puder ser lido.',
  start: 'Início',
  end: 'Fim',
  kept: 'O que tinha escrito aqui sem guardar continua cá.',
  discard: 'Usar o rascunho guardado',
  readOnly: 'Só os responsáveis o podem mudar.',
  archived: 'Está no arquivo: tire-a de lá para a mudar.',
  conflict: {
    title: 'Alguém guardou este rascunho entretanto',
    text: 'O seu não está guardado. Em baixo está o que mudou, visto a partir do seu.',
    mine: 'Guardar o meu por cima',
    theirs: 'Ficar com o outro',
    difference: 'O outro face ao seu',
  },
  added: 'Novo',
  removed: 'Retirado',
  unchanged: (count) => plural(count, `${count} linha igual`, `${count} linhas iguais`),
  keys: { save: 'Guardar rascunho' },
}
