import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { loadJq, type Jq } from 'jq-wasm'

/** Only what we use: Node's types lack WebAssembly, and the DOM's would bring in everything a page has. */
declare global {
  // oxlint-disable-next-line typescript/no-namespace -- it is one
  namespace WebAssembly {
    type ModuleImports = Record<string, unknown>
    type Imports = Record<string, ModuleImports>
    class Module {
      private readonly compiled: unknown
    }
    class Instance {
      constructor(module: Module, imports: Imports)
      readonly exports: Record<string, unknown>
    }
    class Memory {
      readonly buffer: ArrayBuffer
    }
    function compile(bytes: Uint8Array): Promise<Module>
  }
}

/**
 * What jq has but expressions do not, with the number of arguments: the environment, other input, process output,
 * files, the clock, and the server's time zone. The same data always gives the same value.
 */
const WITHHELD = [
  'env/0',
  'input/0 inputs/0 input_filename/0 input_line_number/0',
  'debug/0 debug/1 stderr/0 halt/0 halt_error/0 halt_error/1',
  'modulemeta/0 get_search_list/0 get_jq_origin/0 get_prog_origin/0',
  'now/0 localtime/0 strflocaltime/1',
]
  .join(' ')
  .split(' ')
  .map((each) => each.split('/'))

/**
 * Goes before every program. It defines each name in terms of one that does not exist: jq drops definitions nobody uses
 * and refuses to compile those that are used. So jq's reading of an expression decides, not ours.
 */
const PRELUDE = WITHHELD.map(
  ([name, count]) => `def ${name}${count === '0' ? '' : '(given)'}: ${name}_is_withheld; `,
).join('')
const IS_WITHHELD = /^(\w+)_is_withheld\/0 is not defined/

/** The only variable in jq's environment. Nobody can guess it; a compiled listing shows it wherever `$ENV` was used. */
const MARK = crypto.randomUUID()
/** Names that cannot be redefined, as the constants jq compiles them to in its listing. */
const COMPILED_IN = [
  { name: '$ENV', constant: `LOADK {"${MARK}":""}` },
  { name: '$__loc__', constant: 'LOADK {"file":"<top-level>","line":' },
]

export interface JqAnswer {
  stdout: string
  stderr: string
  exitCode: number
}

export interface Refusal {
  fault: string
  /** Set when the program uses something jq has but expressions do not. */
  isRefused?: true
}

export interface SafeJq {
  run(input: string, program: string): JqAnswer
  /** Why a program does not compile or may not run; undefined if it may. Runs none of it. */
  refused(program: string): Refusal | undefined
}

/**
 * A jq that knows nothing about this process: an environment with one marker name, no files, and a clock that stands
 * still.
 */
export async function openJq(): Promise<SafeJq> {
  const binary = await readFile(fileURLToPath(import.meta.resolve('jq-wasm/jq.wasm')))
  const compiled = await WebAssembly.compile(binary)
  const jq: Jq = await loadJq({
    instantiateWasm(imports, onSuccess) {
      const instance: WebAssembly.Instance = new WebAssembly.Instance(
        compiled,
        withWalls(imports, () => memoryOf(instance)),
      )
      onSuccess(instance, compiled)
    },
  })
  return {
    run: (input, program) => jq.raw(input, `${PRELUDE}null as $ENV | ${program}`, ['-c']),
    refused(program) {
      const { stdout, stderr, exitCode } = jq.raw('null', `${PRELUDE}empty | ${program}`, ['--debug-dump-disasm'])
      if (exitCode !== 0) return plainError(stderr)
      const found = COMPILED_IN.find(({ constant }) => stdout.includes(constant))
      return found && unavailable(found.name)
    },
  }
}

/** The first line of jq's message, without its position in a program the author did not write. */
export function plainError(text: string): Refusal {
  const [line = ''] = text.split('\n')
  const said = line
    .replace(/^jq: error(?: \([^)]*\))?: /, '')
    .replace(/ at <top-level>, line \d{1,9}, column \d{1,9}:?[^]*$/, '')
  const name = IS_WITHHELD.exec(said)?.[1]
  return name === undefined ? { fault: said } : unavailable(name)
}

function unavailable(name: string): Refusal {
  const fault =
    name === 'now'
      ? 'now is not available: use $task.startedAt or $workflow.startedAt.'
      : `${name} is not available in expressions.`
  return { fault, isRefused: true }
}

type Lent = (...args: number[]) => unknown

/**
 * Replaces what the library lends to jq. By name, so that a release that renames its imports does not start without
 * them.
 */
function withWalls(imports: WebAssembly.Imports, memory: () => DataView): WebAssembly.Imports {
  const [[place, lent] = ['', {}]] = Object.entries(imports)
  const functions = Object.entries(lent).map(([key, each]) => ({ key, lent: each as Lent }))
  const named = (name: string): Lent => {
    const found = functions.find((each) => each.lent.name === name)
    if (!found) throw new Error(`jq-wasm has no ${name} any more`)
    return found.lent
  }
  const variable = `${MARK}=\0`
  const walls = new Map<Lent, Lent>([
    [
      named('_environ_sizes_get'),
      (count = 0, size = 0) => {
        memory().setUint32(count, 1, true)
        memory().setUint32(size, variable.length, true)
        return 0
      },
    ],
    [
      named('_environ_get'),
      (list = 0, text = 0) => {
        memory().setUint32(list, text, true)
        for (let at = 0; at < variable.length; at++) memory().setUint8(text + at, variable.charCodeAt(at))
        return 0
      },
    ],
    [named('_emscripten_date_now'), () => 0],
    [named('__localtime_js'), named('__gmtime_js')],
  ])
  const walled = functions.map(({ key, lent }) => [key, walls.get(lent) ?? lent])
  return { [place]: Object.fromEntries(walled) as WebAssembly.ModuleImports }
}

function memoryOf({ exports }: WebAssembly.Instance): DataView {
  const memory = Object.values(exports).find((each) => each instanceof WebAssembly.Memory)
  if (!memory) throw new Error('jq-wasm no longer has its memory')
  return new DataView(memory.buffer)
}
