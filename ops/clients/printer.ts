import type { Schema } from './document.ts'

/** Keywords that a type or a comment expresses. */
const EXPRESSED = [
  '$ref',
  'type',
  'description',
  'properties',
  'required',
  'additionalProperties',
  'patternProperties',
  'items',
  'anyOf',
  'enum',
  'const',
  'default',
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
]
/** Keywords that neither can express: the service checks them. */
const LEFT_TO_THE_SERVICE = [
  'examples',
  'pattern',
  'format',
  'minProperties',
  'maxProperties',
  'uniqueItems',
  'not',
  'if',
  'then',
  'else',
  'title',
]
const KNOWN = new Set([...EXPRESSED, ...LEFT_TO_THE_SERVICE])
const LINE_MAX = 120

/** A component as a declaration with its comment: an interface for an object with members, otherwise a type alias. */
export function declarationOf(name: string, schema: Schema): string {
  const body = typeOf(schema, '')
  const isInterface = schema.properties !== undefined && schema.anyOf === undefined
  return `${commentOf(schema, '')}export ${isInterface ? `interface ${name} ${body}` : `type ${name} = ${body}`}\n`
}

/** A schema as a type; further lines are indented by `indent`. Throws for an unknown keyword. */
export function typeOf(schema: Schema, indent: string): string {
  const unknown = Object.keys(schema).filter((keyword) => !KNOWN.has(keyword))
  if (unknown.length > 0) throw new Error(`the client's types do not know what ${unknown.join(', ')} of a schema means`)
  if (schema.$ref !== undefined) return schema.$ref.split('/').at(-1) ?? 'unknown'
  if (schema.const !== undefined) return literal(schema.const)
  if (schema.enum !== undefined) return union(schema.enum.map(literal), indent)
  if (schema.anyOf !== undefined)
    return union(
      schema.anyOf.map((one) => typeOf(one, indent)),
      indent,
    )
  switch (schema.type) {
    case 'string':
    case 'boolean':
    case 'null':
      return schema.type
    case 'number':
    case 'integer':
      return 'number'
    case 'array':
      return arrayOf(schema.items === undefined ? 'unknown' : typeOf(schema.items, indent))
    case 'object':
      return objectOf(schema, indent)
    default:
      return 'unknown'
  }
}

function objectOf(schema: Schema, indent: string): string {
  const inner = `${indent}  `
  const members = Object.entries(schema.properties ?? {}).map(([name, property]) => {
    const mark = schema.required?.includes(name) === true ? '' : '?'
    const key = /^[\w$]+$/.test(name) ? name : `'${name}'`
    const member = `${commentOf(property, inner)}${inner}${key}${mark}: ${typeOf(property, inner)}\n`
    return member.replace(': \n', ':\n')
  })
  const others = Object.values(schema.patternProperties ?? {})
  const open = schema.additionalProperties
  const rest =
    others[0] ??
    (open === true || (open === undefined && members.length === 0) ? {} : open === false ? undefined : open)
  if (members.length === 0) return rest === undefined ? '{}' : `{ [member: string]: ${typeOf(rest, indent)} }`
  return `{\n${members.join('')}${rest === undefined ? '' : `${inner}[member: string]: unknown\n`}${indent}}`
}

const arrayOf = (item: string): string =>
  /^[\w.]+$/.test(item) || (item.startsWith('{') && item.endsWith('}')) ? `${item}[]` : `(${item})[]`

function union(types: readonly string[], indent: string): string {
  const different = [...new Set(types)]
  const line = different.join(' | ')
  return line.includes('\n') || line.length < LINE_MAX - 30
    ? line
    : different.map((type) => `\n${indent}  | ${type}`).join('')
}

const literal = (value: string | number | boolean | null): string =>
  typeof value === 'string' ? `'${value.replaceAll(/['\\]/g, '\\$&')}'` : String(value)

/** A schema's description, bounds and default as a comment before a member; empty when it has none. */
function commentOf(schema: Schema, indent: string): string {
  const bounds = [
    range(schema),
    ...(schema.default === undefined ? [] : [`${JSON.stringify(schema.default)} unless given`]),
  ].filter((bound) => bound !== '')
  const text = [
    ...(schema.description === undefined ? [] : [schema.description]),
    ...(bounds.length === 0 ? [] : [`(${bounds.join('; ')})`]),
  ]
    .join(' ')
    .replaceAll('*/', '* /')
  if (text === '') return ''
  const line = `${indent}/** ${text} */\n`
  return line.length <= LINE_MAX
    ? line
    : `${indent}/**\n${wrapped(text, LINE_MAX - indent.length - 3)
        .map((part) => `${indent} * ${part}\n`)
        .join('')}${indent} */\n`
}

function range({ minimum, maximum, minLength, maxLength, minItems, maxItems }: Schema): string {
  if (maximum !== undefined) return minimum === undefined ? `at most ${maximum}` : `${minimum} to ${maximum}`
  if (maxLength !== undefined)
    return minLength === maxLength ? `${maxLength} characters` : `at most ${maxLength} characters`
  if (maxItems !== undefined)
    return minItems === undefined || minItems === 0 ? `at most ${maxItems} items` : `${minItems} to ${maxItems} items`
  return ''
}

function wrapped(text: string, width: number): string[] {
  const lines: string[] = []
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + word.length < width) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}
