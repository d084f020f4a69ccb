import type { Json, JsonObject } from '../json/json.ts'
import type { ValueDescription } from './endpoint.ts'
import { pointer, type CatalogFault } from './pointer.ts'
import { textOf } from './value-text.ts'

export type Pair = readonly [name: string, value: string]

const SEPARATORS = { comma: ',', space: ' ', tab: '\t', pipe: '|' } as const

/** Members as name and value pairs, arrays and objects in the parameter's style; names stay unchanged. */
export function queryPairs(
  members: JsonObject,
  facts: Readonly<Record<string, ValueDescription>>,
  from = 'query',
): { pairs: Pair[]; faults: CatalogFault[] } {
  const pairs: Pair[] = []
  const faults: CatalogFault[] = []
  for (const [name, value] of Object.entries(members)) {
    const written = pairsOf(name, value, Object.hasOwn(facts, name) ? facts[name] : undefined)
    if (written === null)
      faults.push({
        at: pointer(from, name),
        message: `"${name}" must be text, a number, true or false, or an array of these`,
      })
    else pairs.push(...written)
  }
  return { pairs, faults }
}

function pairsOf(name: string, value: Json, fact: ValueDescription | undefined): Pair[] | null {
  const style = fact?.style
  if (style === 'json') return [[name, JSON.stringify(value)]]
  if (Array.isArray(value)) return arrayPairs(name, value, style)
  const text = textOf(value)
  if (text !== null) return [[name, text]]
  if (typeof value !== 'object' || value === null) return null
  return style === 'deep' ? deepPairs(name, value) : objectPair(name, value, fact)
}

function arrayPairs(name: string, values: readonly Json[], style: ValueDescription['style']): Pair[] | null {
  const texts = values.map(textOf)
  if (!texts.every((text) => text !== null)) return null
  if (style === 'comma' || style === 'space' || style === 'tab' || style === 'pipe')
    return texts.length === 0 ? [] : [[name, texts.join(SEPARATORS[style])]]
  return style === 'deep'
    ? texts.map((text, index): Pair => [`${name}[${index}]`, text])
    : texts.map((text): Pair => [name, text])
}

function deepPairs(name: string, value: JsonObject): Pair[] | null {
  const written = Object.entries(value).map(([member, inner]) =>
    Array.isArray(inner)
      ? arrayPairs(`${name}[${member}]`, inner, undefined)
      : pairsOf(`${name}[${member}]`, inner, { type: 'any', style: 'deep' }),
  )
  return written.every((one) => one !== null) ? written.flat() : null
}

/** A parameter of type text that gets an object takes it as JSON (Elasticsearch queries); any other is ambiguous. */
function objectPair(name: string, value: JsonObject, fact: ValueDescription | undefined): Pair[] | null {
  return fact !== undefined && /string|object/.test(fact.type) ? [[name, JSON.stringify(value)]] : null
}
