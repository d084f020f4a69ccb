import { type JsonObject, objectOf, textOf, textsOf } from '../../../domain/json/json.ts'
import { withCodeSpans } from '../../dashboard/code-spans.ts'
import { innerOf, meaningOf, typeOf } from '../../dashboard/schema-table.ts'
import { html, type Html } from '../../html/markup.ts'

/** The members of an object as a list: name, type and meaning. Members of members are folded. */
export function memberList(schema: JsonObject): Html | null {
  const object = innerOf(schema)?.schema ?? schema
  const members = Object.entries(objectOf(object['properties']))
  if (members.length === 0) return null
  const required = new Set(textsOf(object['required']))
  return html`<ul class="members">${members.map(([name, value]) =>
    member({ name, schema: objectOf(value), required: required.has(name) }),
  )}</ul>
`
}

/** The parameters of one place: path, query or header. */
export const parameterList = (parameters: readonly JsonObject[]): Html =>
  html`<ul class="members">${parameters.map((parameter) =>
    member({
      name: textOf(parameter['name']),
      required: parameter['required'] === true,
      schema: objectOf(parameter['schema']),
    }),
  )}</ul>
`

interface Member {
  readonly name: string
  readonly schema: JsonObject
  readonly required: boolean
}

function member({ name, schema, required }: Member): Html {
  const meaning = meaningOf(schema)
  const inner = innerOf(schema) === null ? null : memberList(schema)
  return html`<li><p class="member"><code>${name}</code> <span class="quiet">${typeOf(schema)}</span>${
    required && html` <strong class="required">required</strong>`
  }</p>
${meaning !== '' && html`<p>${withCodeSpans(`${meaning}.`)}</p>`}${
    inner !== null && html`<details><summary>Members of <code>${name}</code></summary>${inner}</details>`
  }</li>
`
}
