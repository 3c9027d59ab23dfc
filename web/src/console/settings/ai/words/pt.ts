import { pluralIn } from '../../../../language/plural.ts'
import type { AiWords } from './en.ts'

const plural = pluralIn('pt')

export const pt: AiWords = {
  title: 'Utilização de IA',
  range: 'Período',
  days: (count) => plural(count, `Último dia`, `Últimos ${count} dias`),
  measure: 'O que se mostra',
  measures: { cost: 'Custo', tokens: 'Tokens', calls: 'Chamadas' },
  byDay: (measure) => `${measure} por dia e finalidade`,
  day: 'Dia',
  most: (value) => `Máximo num dia: ${value}`,
  noUse: 'Neste período não se usou nada.',
  purpose: 'Finalidade',
  routes: {
    run: 'Agentes',
    completion: 'Textos',
    structured: 'Dados de textos',
    embeddings: 'Pesquisa por significado',
    'completion/translation': 'Tradução',
    transcriptions: 'Voz para texto',
    images: 'Imagens',
    'structured/inbox-classification': 'Caixa de entrada',
    'structured/fast-analysis': 'Análise rápida',
  },
  total: 'No total',
  failed: (count) => plural(count, `${count} chamada falhou`, `${count} chamadas falharam`),
  cached: (count) => plural(count, `${count} respondida de memória`, `${count} respondidas de memória`),
  budgets: 'Orçamentos',
  budgetsText:
    'Quando se chega a um limite, os modelos deixam de ser consultados até ao dia ou mês seguinte (UTC). O que não precisa de modelo continua.',
  limits: {
    dayCostMicrosMax: 'Custo hoje',
    monthCostMicrosMax: 'Custo este mês',
    dayTokensMax: 'Tokens hoje',
    monthTokensMax: 'Tokens este mês',
  },
  usedOf: (used, max) => `${used} de ${max}`,
  noLimit: (used) => `${used}, sem limite`,
  reached: 'Atingido',
  near: 'Quase atingido',
  edit: 'Definir os orçamentos',
  emptyHint: 'Vazio: sem limite.',
  costHint: 'Na moeda dos preços configurados. Vazio: sem limite.',
  saved: 'Os orçamentos estão guardados.',
}
