/**
 * How much two titles are alike, from 0 to 1: the share of all their groups of three letters that both have, word by word
 * and without regard to the order of the words. The same number that `similarity` of pg_trgm gives; three hundred of them
 * there would keep an embedded database from everybody else for half a second.
 */
export function likenessTo(title: string): (other: string) => number {
  const mine = triplesOf(title)
  return (other) => {
    const theirs = triplesOf(other)
    const shared = mine.intersection(theirs).size
    const all = mine.size + theirs.size - shared
    return all === 0 ? 0 : shared / all
  }
}

function triplesOf(title: string): Set<string> {
  const triples = new Set<string>()
  for (const [word] of title.toLowerCase().matchAll(/[\p{L}\p{N}\p{M}]+/gu)) {
    const padded = `  ${word} `
    for (let at = 0; at + 3 <= padded.length; at++) triples.add(padded.slice(at, at + 3))
  }
  return triples
}
