import { readFileSync } from 'node:fs'
import { type AnySchemaObject, Ajv2020 } from 'ajv/dist/2020.js'

/** `modules` names the Go modules of its origin; in Kubernetes' `kinds` is the definition of `apps/v1/Deployment`. */
const kept = (name: string): AnySchemaObject =>
  JSON.parse(readFileSync(new URL(`${name}.json`, import.meta.url), 'utf8'))

// Published schemas are checked as they are: only documents are checked strictly. A format would be one that ajv knows
// by chance.
const ajvOf = (): Ajv2020 => new Ajv2020({ strict: false, validateFormats: false, allErrors: true })

export type Judge = (document: unknown) => readonly string[]

function judgeOf(ajv: Ajv2020, schema: AnySchemaObject): Judge {
  const validate = ajv.compile(schema)
  return (document) =>
    validate(document)
      ? []
      : (validate.errors ?? []).map(({ instancePath, message, params }) => {
          const member = 'additionalProperty' in params ? ` (${String(params['additionalProperty'])})` : ''
          return `${instancePath || '/'} ${message ?? 'is wrong'}${member}`
        })
}

/** The faults of a compose file, by the published schema. */
export function composeJudge(): Judge {
  const { modules: _, ...schema } = kept('compose')
  return judgeOf(ajvOf(), schema)
}

/** The faults of a manifest, by the schema of its kind; an unknown kind is a fault. */
export function manifestJudge(): Judge {
  const { kinds = {}, $defs } = kept('kubernetes')
  const ajv = ajvOf()
  const judges = new Map(
    Object.entries<string>(kinds).map(([kind, definition]) => [
      kind,
      judgeOf(ajv, { $defs, $ref: `#/$defs/${definition}` }),
    ]),
  )
  return (document) => {
    const kind = `${textIn(document, 'apiVersion')}/${textIn(document, 'kind')}`
    return judges.get(kind)?.(document) ?? [`there is no schema of ${kind}`]
  }
}

function textIn(document: unknown, member: string): string {
  const value: unknown =
    typeof document === 'object' && document !== null
      ? Object.getOwnPropertyDescriptor(document, member)?.value
      : undefined
  return typeof value === 'string' ? value : ''
}
