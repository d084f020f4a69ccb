import { wholeOf } from '../json/decimal.ts'
import type { Fact, Fields } from './endpoint.ts'
import { memberOf, recordOf, textOf, type Unchecked } from './reading.ts'
import { fieldsOf, shapeOf } from './schema.ts'

/** What may be known of one actor's input: somebody else wrote it, so all of it is bounded. */
const NAME = /^[\x20-\x7e]{1,100}$/
const FACT_LENGTH_MAX = 2_000
const TOTAL_LENGTH_MAX = 40_000

/** As an actor's address names it: `user~name`, or its id. `user/name`, as its page spells it, is the same. */
export function readActorId(value: unknown): string | null {
  const id = typeof value === 'string' ? value.replace('/', '~') : ''
  return /^[A-Za-z0-9._-]{1,100}(?:~[A-Za-z0-9._-]{1,100})?$/.test(id) && !/^\.+$/.test(id) ? id : null
}

/** The input of an actor's build (Spec 2.3): its definition, or the JSON text in which older ones have it. null: it states none. */
export function actorInput(build: unknown): Fields | null {
  const record = recordOf(build)
  const schema = recordOf(parsed(textOf(memberOf(record, 'inputSchema')))) ?? recordOf(memberOf(recordOf(memberOf(record, 'actorDefinition')), 'input'))
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
    // Not JSON, so it states nothing.
    return null
  }
}

/** The required come first, so that a bound cuts what may be left out. */
function bounded({ properties, required, omitted = 0 }: Fields): Fields {
  const kept: [string, Fact][] = []
  let length = 0
  for (const [name, fact] of Object.entries(properties)) {
    const size = name.length + JSON.stringify(fact).length
    if (!NAME.test(name) || !isStorable(fact) || size > FACT_LENGTH_MAX || length + size > TOTAL_LENGTH_MAX) continue
    kept.push([name, fact])
    length += size
  }
  const left = omitted + Object.keys(properties).length - kept.length
  const names = new Set(kept.map(([name]) => name))
  return { properties: Object.fromEntries(kept), required: required.filter((name) => names.has(name)), ...(left > 0 && { omitted: left }) }
}

/** No database keeps NUL or half a character. */
const isStorable = (fact: Fact): boolean => {
  const text = JSON.stringify(fact)
  return !/\\u0000|\\ud[89a-f]/i.test(text)
}

/** Runs of the last 30 days as the platform publishes them; those that their callers stopped say nothing of the actor. */
export function publishedRuns(actor: unknown): { readonly calls: number; readonly successes: number } | null {
  const runs = recordOf(memberOf(recordOf(memberOf(recordOf(actor), 'stats')), 'publicActorRunStats30Days'))
  const counted = (status: string): number | null => wholeOf(memberOf(runs, status) ?? 0)
  const [successes, failed, timedOut] = [counted('SUCCEEDED'), counted('FAILED'), counted('TIMED-OUT')]
  if (runs === null || successes === null || failed === null || timedOut === null) return null
  const calls = successes + failed + timedOut
  return calls > COUNT_MAX ? null : { calls, successes }
}

/** The most that a column of the database counts. */
const COUNT_MAX = 2_147_483_647
