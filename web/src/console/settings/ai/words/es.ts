import { pluralIn } from '../../../../language/plural.ts'
import type { AiWords } from './en.ts'

const plural = pluralIn('es')

export const es: AiWords = {
  title: 'Uso de IA',
  range: 'Periodo',
  days: (count) => plural(count, `Último día`, `Últimos ${count} días`),
  measure: 'Qué se muestra',
  measures: { cost: 'Coste', tokens: 'Tokens', calls: 'Llamadas' },
  byDay: (measure) => `${measure} por día y finalidad`,
  day: 'Día',
  most: (value) => `Máximo en un día: ${value}`,
  noUse: 'En este periodo no se usó nada.',
  purpose: 'Finalidad',
  routes: {
    run: 'Agentes',
    completion: 'Textos',
    structured: 'Datos de textos',
    embeddings: 'Búsqueda por significado',
    'completion/translation': 'Traducción',
    transcriptions: 'Voz a texto',
    images: 'Imágenes',
    'structured/inbox-classification': 'Bandeja de entrada',
    'structured/fast-analysis': 'Análisis rápido',
  },
  total: 'En total',
  failed: (count) => plural(count, `${count} llamada falló`, `${count} llamadas fallaron`),
  cached: (count) => plural(count, `${count} respondida de memoria`, `${count} respondidas de memoria`),
  budgets: 'Presupuestos',
  budgetsText:
    'Al alcanzar un límite no se pregunta más a los modelos hasta el día o mes siguiente (UTC). Lo que no necesita un modelo sigue.',
  limits: {
    dayCostMicrosMax: 'Coste hoy',
    monthCostMicrosMax: 'Coste este mes',
    dayTokensMax: 'Tokens hoy',
    monthTokensMax: 'Tokens este mes',
  },
  usedOf: (used, max) => `${used} de ${max}`,
  noLimit: (used) => `${used}, sin límite`,
  reached: 'Alcanzado',
  near: 'Casi alcanzado',
  edit: 'Fijar los presupuestos',
  emptyHint: 'Vacío: sin límite.',
  costHint: 'En la moneda de los precios configurados. Vacío: sin límite.',
  saved: 'Los presupuestos están guardados.',
}
