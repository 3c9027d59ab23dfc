// node test/judge-patterns.ts: judges new patterns and records the linear ones in patterns-linear.json.
import { writeFileSync } from 'node:fs'
import { judge, LINEAR_FILE, linearNames } from './pattern-judge.ts'
import { boundOf } from './patterns-bounded.ts'
import { nameOf, patterns } from './patterns.ts'

const known = linearNames()
const all = patterns()
const linear = new Set(all.map(nameOf).filter((name) => known.has(name)))
for (const pattern of all.filter((each) => !linear.has(nameOf(each)) && !boundOf(each))) {
  if (linear.has(nameOf(pattern))) continue
  const verdict = judge(pattern)
  if (verdict.isLinear) linear.add(nameOf(pattern))
  else process.stdout.write(`${pattern.file}: ${nameOf(pattern)} is not linear: ${verdict.why}\n`)
}
writeFileSync(LINEAR_FILE, `${JSON.stringify([...linear].toSorted(), null, 2)}\n`)
process.stdout.write(`${linear.size} patterns are linear\n`)
