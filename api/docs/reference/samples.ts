import { type Json, type JsonObject, objectOf, textOf } from '../../../domain/json/json.ts'
import { fetchSample, indentedJson, pythonLiteral, shellQuoted, typeScriptLiteral } from '../../html/code.ts'
import type { ToolCalls } from '../../mcp/tool.ts'
import type { Operation } from './operations.ts'

export interface CodeSample {
  readonly language: string
  /** null: this way has no call for the operation; `instead` explains it. */
  readonly code: string | null
  readonly instead?: string
}

interface SampleParts {
  readonly publicUrl: string
  readonly tools: readonly ToolCalls[]
}

/** The request that all samples of an operation make: its required parameters, and its first example of a body. */
interface SampleRequest {
  readonly operation: Operation
  readonly url: string
  /** With the path's values and the query. */
  readonly target: string
  readonly params: JsonObject
  readonly query: JsonObject
  /** undefined: it has no body. */
  readonly body: Json | undefined
  readonly isText: boolean
  readonly credential: 'SVC_API_KEY' | 'SVC_SESSION_TOKEN' | null
}

/** Only people may call these. */
const OF_SESSIONS = new Set(['session', 'self'])
/** Providers call them, and clients do not. */
const INBOUND = 'Inbound'

export function samplesOfOperation(operation: Operation, { publicUrl, tools }: SampleParts): CodeSample[] {
  const request = sampleRequest(operation, publicUrl)
  const ofProviders = operation.tag === INBOUND
  const instead = 'Providers call this operation, and clients do not.'
  return [
    { language: 'curl', code: curl(request) },
    { language: 'TypeScript', code: ofProviders ? null : typeScript(request), instead },
    { language: 'Python', code: python(request) },
    {
      language: 'MCP',
      code: mcp(request, tools),
      instead: ofProviders ? instead : 'No MCP tool makes this call: an agent sends the request itself.',
    },
  ]
}

function sampleRequest(operation: Operation, url: string): SampleRequest {
  const { parameters, path, body } = operation
  const required = (place: string): JsonObject =>
    Object.fromEntries(
      parameters
        .filter((parameter) => parameter['in'] === place && parameter['required'] === true)
        .map((parameter) => [textOf(parameter['name']), parameter['example'] ?? '…']),
    )
  const params = required('path')
  const query = required('query')
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString()
  const target = search === '' ? filled : `${filled}?${search}`
  return {
    operation,
    url: `${url}${target}`,
    target,
    params,
    query,
    body: body === null ? undefined : (body.examples[0]?.value ?? {}),
    isText: body !== null && body.contentType !== 'application/json',
    credential: credentialOf(operation),
  }
}

/** The variable of the samples that holds what a caller of the operation authenticates with; null: it is public. */
export const credentialOf = ({ access }: Pick<Operation, 'access'>): SampleRequest['credential'] =>
  access === 'public' ? null : OF_SESSIONS.has(access) ? 'SVC_SESSION_TOKEN' : 'SVC_API_KEY'

const bodyText = ({ body, isText }: SampleRequest): string =>
  isText && typeof body === 'string' ? body : indentedJson(body ?? null)

function curl(request: SampleRequest): string {
  const { operation, url, body, credential } = request
  const method = operation.method === 'GET' || (operation.method === 'POST' && body !== undefined)
  return [
    `curl ${method ? '' : `-X ${operation.method} `}${shellQuoted(url)}`,
    ...(credential === null ? [] : [`-H "Authorization: Bearer $${credential}"`]),
    ...(body === undefined
      ? []
      : [
          `-H 'Content-Type: ${operation.body?.contentType ?? 'application/json'}'`,
          `--data-raw ${shellQuoted(bodyText(request))}`,
        ]),
  ].join(' \\\n  ')
}

/** With `fetch`, which browsers and Node have: a reader needs to install nothing. */
function typeScript({ operation, url, body, isText, credential }: SampleRequest): string {
  const headers = {
    ...(credential === null ? {} : { Authorization: `Bearer \${process.env.${credential}}` }),
    ...(body === undefined ? {} : { 'Content-Type': operation.body?.contentType ?? 'application/json' }),
  }
  const sent = isText ? JSON.stringify(body) : `JSON.stringify(${typeScriptLiteral(body ?? null)})`
  return fetchSample(url, {
    method: operation.method,
    headers,
    body: body === undefined ? null : sent,
  })
}

function python(request: SampleRequest): string {
  const { operation, url, body, isText, credential } = request
  const headers = [
    ...(credential === null ? [] : [`"Authorization": f"Bearer {os.environ['${credential}']}"`]),
    ...(isText ? [`"Content-Type": ${JSON.stringify(operation.body?.contentType)}`] : []),
  ]
  const sent = isText ? `data=${JSON.stringify(body)}` : `json=${pythonLiteral(body ?? null, '    ')}`
  return [
    ...(credential === null ? [] : ['import os']),
    'import requests',
    '',
    `answer = requests.${operation.method.toLowerCase()}(`,
    `    ${JSON.stringify(url)},`,
    ...(headers.length === 0 ? [] : [`    headers={${headers.join(', ')}},`]),
    ...(body === undefined ? [] : [`    ${sent},`]),
    '    timeout=60,',
    ')',
    'print(answer.status_code, answer.text)',
  ].join('\n')
}

function mcp({ operation, params, query, body }: SampleRequest, tools: readonly ToolCalls[]): string | null {
  const found = tools.find(({ operations }) => Object.hasOwn(operations, operation.id))
  if (found === undefined) return null
  const names = found.operations[operation.id] ?? {}
  const called = (member: string, renamed: Readonly<Record<string, string>> = {}): string =>
    Object.keys(renamed).find((argument) => renamed[argument] === member) ?? member
  const named = (part: JsonObject, renamed?: Readonly<Record<string, string>>): JsonObject =>
    Object.fromEntries(Object.entries(part).map(([member, value]) => [called(member, renamed), value]))
  const args = {
    ...found.selects[operation.id],
    ...named(params, names.path),
    ...query,
    ...named(objectOf(body), names.body),
  }
  return `Tool: ${found.tool}\n${indentedJson(args)}`
}
