import { at, membersOf } from '../../support/http.ts'

/**
 * Values that a schema of ours accepts: each word, both ends of a range, each branch, with and without optional
 * members.
 */
export function samplesOf(schema: object): unknown[] {
  const branches: unknown = at(schema, 'anyOf')
  if (Array.isArray(branches)) return branches.flatMap((branch) => samplesOf(Object(branch)))
  const words: unknown = at(schema, 'enum')
  if (Array.isArray(words)) return words
  if (at(schema, 'const') !== undefined) return [at(schema, 'const')]
  const examples: unknown = at(schema, 'examples')
  if (Array.isArray(examples)) return examples
  switch (at(schema, 'type')) {
    case 'boolean':
      return [true, false]
    case 'null':
      return [null]
    case 'integer':
    case 'number':
      return [at(schema, 'minimum') ?? 0, at(schema, 'maximum') ?? 1]
    case 'array':
      return [(samplesOf(Object(at(schema, 'items'))) ?? []).slice(0, 1)]
    case 'object':
      return objects(schema)
    case 'string':
      return texts(schema)
    default:
      return [{ anything: 1 }]
  }
}

function objects(schema: object): unknown[] {
  const members = membersOf(at(schema, 'properties')).map(
    ([name, member]) => [name, samplesOf(Object(member))[0]] as const,
  )
  const needed = new Set(membersOf(at(schema, 'required')).map(([, name]) => name))
  const some = at(schema, 'additionalProperties') === true ? [['anything', 1] as const] : []
  return [
    Object.fromEntries([...members, ...some]),
    Object.fromEntries([...members.filter(([name]) => needed.has(name)), ...some]),
  ]
}

function texts(schema: object): unknown[] {
  if (at(schema, 'format') === 'date-time') return ['2026-11-20T09:30:00.000Z']
  if (at(schema, 'format') === 'date') return ['2026-11-20']
  const length = Number(at(schema, 'minLength') ?? 0)
  return ['x'.repeat(Math.max(1, length)), 'x'.repeat(Number(at(schema, 'maxLength') ?? 30))]
}
