export interface SpokenLine {
  speaker: string
  text: string
}

const LINE = /^(Agent|Caller|Colleague|Somebody): (.+)$/

/** What was said in a call, line by line; undefined for any other text. */
export function transcriptIn(text: string): SpokenLine[] | undefined {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const spoken = lines.map((line) => LINE.exec(line))
  if (lines.length === 0 || spoken.includes(null)) return undefined
  return spoken.map((line) => ({ speaker: line?.[1] ?? '', text: line?.[2] ?? '' }))
}
