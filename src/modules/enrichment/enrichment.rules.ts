import { TASK_PRIORITIES, type Task } from '#modules/tasks/task.schema.ts'

type Priority = Task['priority']

/** Only so much of a text is looked at. */
const TEXT_LENGTH_MAX = 5000
const TAGS_MAX = 5
const TAG_NAME_LENGTH_MIN = 3

/** Small letters without accents, so that `Água` is found by `agua`. */
function plain(text: string): string {
  return text
    .slice(0, TEXT_LENGTH_MAX)
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[\s\u2019']+/g, ' ')
}

/** Words of danger, in plain letters: English, Portuguese, Spanish, French, German, Italian. */
const URGENT = [
  String.raw`\bon fire\b|\bfire\b(?! (extinguisher|drill|door|escape|pit|place|alarm|detector|blanket|safety|wood|exit|inspection))`,
  String.raw`\bincendio\b|\bfogo na\b|\bpegou fogo\b|\bincendie\b|\bfeuer in\b|\bes brennt\b|\bbrand in\b`,
  String.raw`\b(gas leak|smell of gas|smells? (of|like) gas|leaking gas)\b|\b(cheiro a gas|fuga de gas|olor a gas|escape de gas)\b`,
  String.raw`\b(odeur de gaz|fuite de gaz|fuga di gas|odore di gas)\b|\bgasgeruch\b|\bgasleck\b`,
  String.raw`\bflood(ed|ing)?\b|\bburst pipe\b|\bpipe burst\b|\binundacao\b|\binundad[oa]\b|\binundacion\b|\binondation\b|\ballagamento\b`,
  String.raw`\buberschwemm|\bwasserschaden\b|\bwasserrohrbruch\b|\bwater (is )?(coming|running) through\b`,
  String.raw`\block(ed)?[ -]?out\b|\btrancad[oa]s? (fora|na rua)\b|\bencerrad[oa]s? fuera\b|\benfermee?s? dehors\b|\bausgesperrt\b|\bchius[oai] fuori\b`,
  String.raw`\belectric shock\b|\bsparks? (from|out of)\b|\bchoque eletrico\b|\bcarbon monoxide\b`,
]
const HIGH = [
  String.raw`\bleak(s|ing|age)?\b|\bfuga de agua\b|\bvazamento\b|\binfiltracao\b|\bgoteira\b|\bfuite d eau\b|\bfuite\b|\bperdita d acqua\b|\bundicht\b|\bwasserleck\b`,
  String.raw`\bno (hot )?water\b|\bsem agua\b|\bsin agua\b|\bpas d eau\b|\bkein (warm)?wasser\b|\bsenza acqua\b`,
  String.raw`\bno heating\b|\bheating (is )?(broken|not working|does not work)\b|\bsem aquecimento\b|\bsin calefaccion\b|\bpas de chauffage\b|\bkeine heizung\b|\bheizung (ist )?(kaputt|defekt|ausgefallen|kalt)\b|\bsenza riscaldamento\b`,
  String.raw`\bno (power|electricity)\b|\bpower (cut|outage)\b|\bsem (luz|eletricidade)\b|\bsin (luz|electricidad)\b|\bpas d electricite\b|\bkein strom\b|\bstromausfall\b|\bsenza corrente\b`,
  String.raw`\b(door|lock) (does not|doesn t|won t) (lock|open|close)\b|\bbroken lock\b|\bfechadura (partida|avariada)\b`,
]
const LEVELS: readonly { priority: Priority; words: RegExp }[] = [
  { priority: 'URGENT', words: new RegExp(URGENT.join('|')) },
  { priority: 'HIGH', words: new RegExp(HIGH.join('|')) },
]

/** A higher priority that the words of the task call for, and those words. Never a lower one, nor the same. */
export function suggestedPriority(text: string, current: Priority): { priority: Priority; words: string } | undefined {
  const said = plain(text)
  for (const { priority, words } of LEVELS) {
    const found = words.exec(said)?.[0]
    if (found !== undefined) return isHigher(priority, current) ? { priority, words: found } : undefined
  }
  return undefined
}

export function isHigher(priority: Priority, than: Priority): boolean {
  return TASK_PRIORITIES.indexOf(priority) > TASK_PRIORITIES.indexOf(than)
}

/** The tags whose name the text says, as whole words. */
export function suggestedTags<Tag extends { name: string }>(text: string, tags: readonly Tag[]): Tag[] {
  const said = ` ${wordsOf(text)} `
  const named = tags.filter(({ name }) => {
    const words = wordsOf(name)
    return words.length >= TAG_NAME_LENGTH_MIN && said.includes(` ${words} `)
  })
  return named.slice(0, TAGS_MAX)
}

function wordsOf(text: string): string {
  return plain(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
