import { isObject } from '../json/json.ts'
import { READ_NOTES, readKindOf } from './reading.ts'

/** Longer texts are no identity: no URL that a browser carries is longer. */
const WRITTEN_LENGTH_MAX = 2_048

/**
 * The schema of an input as callers see it. A text that is read has no pattern and no format, because they describe
 * what the reading makes of it: a client that checks its input first must not refuse what the service reads.
 */
export function publishedSchema<S extends object>(schema: S): S {
  return JSON.parse(JSON.stringify(schema, (_name, value: unknown) => (isObject(value) ? asWritten(value) : value)))
}

function asWritten(schema: object): object {
  const kind = readKindOf(schema)
  if (kind === null || kind === 'code') return schema
  const { pattern: _pattern, format: _format, ...rest }: Partial<Record<string, unknown>> = { ...schema }
  const { description } = rest
  const note = READ_NOTES[kind]
  return {
    ...rest,
    ...(typeof description === 'string' && note !== undefined && { description: `${description} ${note}` }),
    maxLength: kind === 'name' ? rest['maxLength'] : WRITTEN_LENGTH_MAX,
  }
}
