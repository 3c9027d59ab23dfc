/** Small words that nearly every message of a language has, without accents. */
const WORDS: Record<string, string> = {
  en: 'the and is are you we our have has not with for this that please what when where can could there was hello thanks it to my at how do does would of on',
  pt: 'nao os do da em um uma que com para por esta estamos ola obrigado obrigada voce bom tarde dia temos agua quando onde pode minha meu muito apartamento foi tem ao na no e',
  es: 'no el los del una que con para por esta estamos hola gracias buenos buenas usted tenemos cuando donde puede mi muy hay agua se nos el la pero y al lo',
  fr: 'le les des une est pas nous vous avec pour bonjour merci dans ne je il y a du au sur avons sommes quand ou peut notre cest la tres',
  de: 'der die das und ist nicht wir sie ich mit fur ein eine haben hat es im in den bitte hallo danke guten konnen wann wo kann unser sehr auf zu kein keine funktioniert',
  it: 'il lo gli del della un una che con per non siamo ciao grazie buongiorno abbiamo quando dove puo nostro molto ce e nel al sono la di',
  nl: 'de het een en is niet wij we met voor van hebben heeft hallo dank bedankt kunnen wanneer waar kan ons zeer op geen ik er te',
  pl: 'nie jest w na z do sie mamy dzien dobry dziekuje prosze czy gdzie kiedy jak to jestesmy nasz bardzo mozna',
}

const SCRIPTS: readonly [string, RegExp][] = [
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}]/u],
  ['ko', /\p{Script=Hangul}/u],
  ['zh', /\p{Script=Han}/u],
  ['ru', /\p{Script=Cyrillic}/u],
  ['ar', /\p{Script=Arabic}/u],
  ['he', /\p{Script=Hebrew}/u],
  ['el', /\p{Script=Greek}/u],
]

/** Letters that only one of the languages has, or hardly any other. */
const LETTERS: readonly [string, RegExp][] = [
  ['pt', /[ãõ]/i],
  ['es', /[ñ¿¡]/i],
  ['de', /[ßäö]/i],
  ['fr', /[êèùûœ]|\b[cdjlmnqst]['’]/i],
  ['pl', /[łąęśźż]/i],
]

const dictionaries = Object.entries(WORDS).map(([language, words]) => [language, new Set(words.split(' '))] as const)

/** How sure it is: few words or a close race make it unsure. */
export function languageOf(text: string): { language: string; confidence: number } {
  const script = SCRIPTS.find(([, letters]) => letters.test(text))
  if (script) return { language: script[0], confidence: 0.95 }
  const words = plainWords(text)
  const scores = dictionaries.map(([language, known]) => {
    const bonus = LETTERS.some(([of, letters]) => of === language && letters.test(text)) ? 1.5 : 0
    return { language, score: words.filter((word) => known.has(word)).length + bonus }
  })
  const [first, second] = scores.toSorted((left, right) => right.score - left.score)
  if (!first || first.score < 1) return { language: 'und', confidence: 0 }
  const lead = (first.score - (second?.score ?? 0)) / first.score
  return { language: first.language, confidence: Math.min(0.95, 0.4 + lead / 2 + Math.min(first.score, 8) / 40) }
}

function plainWords(text: string): string[] {
  const plain = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  return plain.match(/[a-z]+/g) ?? []
}
