import { pluralIn } from '../../../../language/plural.ts'
import type { AiWords } from './en.ts'

const plural = pluralIn('fr')

export const fr: AiWords = {
  title: 'Usage de l’IA',
  range: 'Période',
  days: (count) => plural(count, `Dernier jour`, `${count} derniers jours`),
  measure: 'Ce qui est montré',
  measures: { cost: 'Coût', tokens: 'Jetons', calls: 'Appels' },
  byDay: (measure) => `${measure} par jour et par usage`,
  day: 'Jour',
  most: (value) => `Maximum en un jour : ${value}`,
  noUse: 'Rien n’a été utilisé pendant cette période.',
  purpose: 'Usage',
  routes: {
    run: 'Agents',
    completion: 'Textes',
    structured: 'Données de textes',
    embeddings: 'Recherche par le sens',
    'completion/translation': 'Traduction',
    transcriptions: 'Parole en texte',
    images: 'Images',
    'structured/inbox-classification': 'Boîte de réception',
    'structured/fast-analysis': 'Analyse rapide',
  },
  total: 'Au total',
  failed: (count) => plural(count, `${count} appel a échoué`, `${count} appels ont échoué`),
  cached: (count) => plural(count, `${count} servi de mémoire`, `${count} servis de mémoire`),
  budgets: 'Budgets',
  budgetsText:
    'Quand une limite est atteinte, les modèles ne sont plus interrogés jusqu’au jour ou au mois suivant (UTC). Le reste continue.',
  limits: {
    dayCostMicrosMax: 'Coût aujourd’hui',
    monthCostMicrosMax: 'Coût ce mois-ci',
    dayTokensMax: 'Jetons aujourd’hui',
    monthTokensMax: 'Jetons ce mois-ci',
  },
  usedOf: (used, max) => `${used} sur ${max}`,
  noLimit: (used) => `${used}, sans limite`,
  reached: 'Atteinte',
  near: 'Presque atteinte',
  edit: 'Fixer les budgets',
  emptyHint: 'Vide : sans limite.',
  costHint: 'Dans la monnaie des prix configurés. Vide : sans limite.',
  saved: 'Les budgets sont enregistrés.',
}
