import type { FlowSettingsWords } from './en.ts'

export const pt: FlowSettingsWords = {
  about: {
    title: 'O que é',
    name: 'Nome',
    description: 'Descrição',
    tags: 'Etiquetas',
    tagsHint: 'Separadas por vírgulas.',
    kept: 'Dias em que as execuções terminadas são guardadas',
  },
  turns: {
    title: 'Execuções em simultâneo',
    limit: 'Quantas no máximo',
    limitHint: 'Vazio: qualquer número.',
    key: 'Contadas em conjunto por',
    keyHint: 'Um caminho na entrada, como .[0].data.propertyId. Vazio: contam todas em conjunto.',
    policy: 'Mais uma',
    policies: {
      queue: 'Espera a sua vez',
      skip: 'Não é iniciada',
      replace: 'Toma o lugar das que decorrem',
    },
  },
  retry: {
    title: 'Quando uma chamada falha temporariamente',
    text: 'Sem resposta, 408, 425, 429 ou 5xx, se nenhum try do documento o apanha. Vale também para as que decorrem.',
    attempts: 'Quantas vezes é repetida',
    attemptsHint: 'Vazio: a execução falha logo.',
    delay: 'Segundos antes da primeira vez',
    backoff: 'As esperas seguintes',
    backoffs: {
      constant: 'Iguais',
      linear: 'Cada uma aumenta o que dura a primeira',
      exponential: 'Cada uma o dobro da anterior',
    },
  },
  migration: {
    title: 'Dois motores',
    ref: (name: string) => `No outro chama-se ${name}.`,
    compared: (same: number, all: number) => `De ${all} comparadas, ${same} fizeram o mesmo.`,
    needed: (count: number, part: string) => `Pode ser assumida a partir de ${count}, com ${part} iguais.`,
    planned: (when: string) => `Está previsto para ${when}.`,
    to: {
      legacy: 'Deixá-la ao outro motor',
      shadow: 'Aqui só comparar',
      service: 'Assumi-la aqui',
    },
    openRuns: 'Execuções abertas do lado que a cede',
    openRunsAre: {
      finish: 'Vão até ao fim',
      suspend: 'São suspensas',
      cancel: 'São canceladas',
    },
    reason: 'Motivo',
    force: 'Embora não coincidam o suficiente (precisa de um motivo)',
    done: 'Alterado.',
  },
  save: 'Guardar definições',
  saved: 'Definições guardadas.',
}
