import type { Json } from '../../domain/json/json.ts'

export const indentedJson = (value: Json): string => JSON.stringify(value, null, 2)

/** A literal of TypeScript: JSON whose members have no quotes where none are needed. */
export const typeScriptLiteral = (value: Json): string =>
  indentedJson(value).replaceAll(/^( *)"([A-Za-z_$][\w$]*)":/gm, '$1$2:')

interface FetchSample {
  readonly method: string
  /** A value may have `${…}`. */
  readonly headers: Readonly<Record<string, string>>
  /** An expression; null: no body. */
  readonly body: string | null
}

/** A request in TypeScript by `fetch`, which browsers and Node have: its reader installs nothing. */
export function fetchSample(url: string, { method, headers, body }: FetchSample): string {
  const lines = [
    ...(method === 'GET' ? [] : [`method: ${JSON.stringify(method)},`]),
    ...headerLines(headers),
    ...(body === null ? [] : [`body: ${body.replaceAll('\n', '\n  ')},`]),
  ]
  const options = lines.length === 0 ? '' : `, {\n${lines.map((line) => `  ${line}\n`).join('')}}`
  return `const answer = await fetch(${JSON.stringify(url)}${options})
console.log(answer.status, await answer.text())`
}

const headerLines = (headers: FetchSample['headers']): readonly string[] => {
  const entries = Object.entries(headers)
  if (entries.length === 0) return []
  const text = (value: string): string => (value.includes('${') ? `\`${value}\`` : JSON.stringify(value))
  const written = entries.map(
    ([name, value]) => `  ${name.includes('-') ? JSON.stringify(name) : name}: ${text(value)},`,
  )
  return ['headers: {', ...written, '},']
}

/** A text within single quotes of a shell. */
export const shellQuoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

const PYTHON_WORDS: ReadonlyMap<Json, string> = new Map<Json, string>([
  [null, 'None'],
  [true, 'True'],
  [false, 'False'],
])

/** A literal of Python. Its strings and numbers are written as those of JSON. */
export function pythonLiteral(value: Json, indent: string): string {
  const word = PYTHON_WORDS.get(value)
  if (word !== undefined) return word
  if (typeof value !== 'object' || value === null || JSON.isRawJSON(value)) return JSON.stringify(value)
  const deeper = `${indent}    `
  const items = Array.isArray(value)
    ? value.map((item) => pythonLiteral(item, deeper))
    : Object.entries(value).map(([name, item]) => `${JSON.stringify(name)}: ${pythonLiteral(item, deeper)}`)
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  return items.length === 0
    ? `${open}${close}`
    : `${open}\n${items.map((item) => `${deeper}${item},\n`).join('')}${indent}${close}`
}
