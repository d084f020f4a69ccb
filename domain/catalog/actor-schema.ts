import { integerOf } from '../json/decimal.ts'
import type { ValueDescription, Fields } from './endpoint.ts'
import { memberOf, recordOf, textOf, type Unchecked } from './reading.ts'
import { fieldsOf, shapeOf } from './schema.ts'

/** The bounds of an actor's input schema: a third party wrote it, so all of it is bounded. */
const NAME = /^[\x20-\x7e]{1,100}$/
const FACT_LENGTH_MAX = 2_000
const TOTAL_LENGTH_MAX = 40_000

/**
 * The actor's id as its address has it: `user~name`, or its id. `user/name`, the spelling of its page, means the same.
 */
export function readActorId(value: unknown): string | null {
  const id = typeof value === 'string' ? value.replace('/', '~') : ''
  return /^[A-Za-z0-9._-]{1,100}(?:~[A-Za-z0-9._-]{1,100})?$/.test(id) && !/^\.+$/.test(id) ? id : null
}

/**
 * The input of an actor's build (Spec 2.3): its definition, or the JSON text in which older builds have it. null: the
 * build states none.
 */
export function actorInput(build: unknown): Fields | null {
  const record = recordOf(build)
  const schema =
    recordOf(parsed(textOf(memberOf(record, 'inputSchema')))) ??
    recordOf(memberOf(recordOf(memberOf(record, 'actorDefinition')), 'input'))
  return schema === null ? null : bounded(readFields(schema))
}

const readFields = (schema: Unchecked): Fields => {
  const reading = { root: schema, warnings: new Set<string>() }
  return fieldsOf(shapeOf(schema, reading), reading)
}

function parsed(text: string | null): unknown {
  if (text === null) return null
  try {
    return JSON.parse(text)
  } catch {
    // The text is not JSON, so it states nothing.
    return null
  }
}

/** Required members come first, so that the bound cuts only members that may be omitted. */
function bounded({ properties, required, omitted = 0 }: Fields): Fields {
  const kept: [string, ValueDescription][] = []
  let length = 0
  for (const [name, fact] of Object.entries(properties)) {
    const size = name.length + JSON.stringify(fact).length
    if (!NAME.test(name) || !isStorable(fact) || size > FACT_LENGTH_MAX || length + size > TOTAL_LENGTH_MAX) continue
    kept.push([name, fact])
    length += size
  }
  const left = omitted + Object.keys(properties).length - kept.length
  const names = new Set(kept.map(([name]) => name))
  return {
    properties: Object.fromEntries(kept),
    required: required.filter((name) => names.has(name)),
    ...(left > 0 && { omitted: left }),
  }
}

/** No database stores NUL or half a character. */
const isStorable = (fact: ValueDescription): boolean => {
  const text = JSON.stringify(fact)
  return !/\\u0000|\\ud[89a-f]/i.test(text)
}

/**
 * Runs of the last 30 days as the platform publishes them. Runs that their callers stopped do not count: they prove
 * nothing about the actor.
 */
export function publishedRuns(actor: unknown): { readonly calls: number; readonly successes: number } | null {
  const runs = recordOf(memberOf(recordOf(memberOf(recordOf(actor), 'stats')), 'publicActorRunStats30Days'))
  const counted = (status: string): number | null => integerOf(memberOf(runs, status) ?? 0)
  const [successes, failed, timedOut] = [counted('SUCCEEDED'), counted('FAILED'), counted('TIMED-OUT')]
  if (runs === null || successes === null || failed === null || timedOut === null) return null
  const calls = successes + failed + timedOut
  return calls > COUNT_MAX ? null : { calls, successes }
}

/** The maximum of a counting column in the database. */
const COUNT_MAX = 2_147_483_647
