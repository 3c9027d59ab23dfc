import type { ErrorObject } from 'ajv'

/**
 * Errors that help. Where a value may have one of several forms Ajv tells what is wrong with it as each of them; here
 * it is what is wrong with it as the form that it plainly has, or which forms there are when it has none of them.
 */
export function withoutOtherForms(errors: readonly ErrorObject[]): ErrorObject[] {
  const told: ErrorObject[] = []
  for (const error of errors) {
    if (error.keyword !== 'anyOf') {
      told.push(error)
      continue
    }
    // What is wrong with each form stands right before; of an inner choice it is narrowed down already.
    let first = told.length
    while (first > 0 && isOf(error, told[first - 1])) first -= 1
    told.push(...narrowed(told.splice(first), error))
  }
  return told
}

function isOf({ schemaPath, instancePath }: ErrorObject, error: ErrorObject | undefined): boolean {
  return (
    error !== undefined &&
    error.schemaPath.startsWith(`${schemaPath}/`) &&
    isAtOrBelow(error.instancePath, instancePath)
  )
}

function narrowed(errors: ErrorObject[], choice: ErrorObject): ErrorObject[] {
  const forms = [...Map.groupBy(errors, (error) => formIn(error, choice)).values()]
  const foreign = forms.map((form) => form.find((error) => tellsForms(error, choice)))
  const plain = forms.filter((_, index) => foreign[index] === undefined)
  if (plain.length > 0) return plain.flat()
  const [first, ...rest] = foreign.flatMap((error) => error ?? [])
  return first ? [rest.reduce(merged, first)] : [choice]
}

function formIn({ schemaPath }: ErrorObject, choice: ErrorObject): string | undefined {
  return schemaPath.slice(choice.schemaPath.length + 1).split('/', 1)[0]
}

function isAtOrBelow(path: string, base: string): boolean {
  return path === base || path.startsWith(`${base}/`)
}

/** The value is of another type, or its field that names its form has another name. */
function tellsForms({ keyword, instancePath }: ErrorObject, choice: ErrorObject): boolean {
  const isHere = instancePath === choice.instancePath
  if (keyword === 'type') return isHere
  const isField = instancePath.startsWith(`${choice.instancePath}/`)
  return (
    keyword === 'const' && (isHere || (isField && !instancePath.slice(choice.instancePath.length + 1).includes('/')))
  )
}

function merged(left: ErrorObject, right: ErrorObject): ErrorObject {
  if (left.instancePath !== right.instancePath || left.keyword !== right.keyword) return left
  if (left.keyword === 'type') {
    return { ...left, params: { type: [...new Set([left.params.type, right.params.type].flat())] } }
  }
  return {
    ...left,
    keyword: 'const',
    params: { allowedValue: [left.params.allowedValue, right.params.allowedValue].flat() },
  }
}
