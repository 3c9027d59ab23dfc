import draft7 from 'ajv/dist/refs/json-schema-draft-07.json' with { type: 'json' }
import applicator from 'ajv/dist/refs/json-schema-2020-12/meta/applicator.json' with { type: 'json' }
import content from 'ajv/dist/refs/json-schema-2020-12/meta/content.json' with { type: 'json' }
import core from 'ajv/dist/refs/json-schema-2020-12/meta/core.json' with { type: 'json' }
import formatAnnotation from 'ajv/dist/refs/json-schema-2020-12/meta/format-annotation.json' with { type: 'json' }
import metaData from 'ajv/dist/refs/json-schema-2020-12/meta/meta-data.json' with { type: 'json' }
import unevaluated from 'ajv/dist/refs/json-schema-2020-12/meta/unevaluated.json' with { type: 'json' }
import validation from 'ajv/dist/refs/json-schema-2020-12/meta/validation.json' with { type: 'json' }
import draft2020 from 'ajv/dist/refs/json-schema-2020-12/schema.json' with { type: 'json' }

const DOCUMENTS: Record<string, unknown>[] = [
  draft7,
  draft2020,
  applicator,
  content,
  core,
  formatAnnotation,
  metaData,
  unevaluated,
  validation,
]
const byUrl = new Map(DOCUMENTS.map((document) => [String(document['$id']).replace(/#$/, ''), document]))

/** The bundled meta-schemas by URL; nothing is fetched. */
export function knownDocument(url: string): Record<string, unknown> | undefined {
  return byUrl.get(url)
}
