import { type Json, type JsonObject, listOf, objectOf, textsOf } from '../../../domain/json/json.ts'
import type { CapabilityInspection, EndpointInspection } from '../../schemas/catalog.ts'
import { type InputMember, inputMembers } from './members.ts'
import { readJson, readJsonObject, readMembers } from './values.ts'

/** A part of a request to run: the member of the body of `POST /v1/run` with its values. */
export interface InputPart {
  readonly part: 'input' | 'path' | 'query'
  readonly title: string
  readonly members: readonly InputMember[]
  /**
   * `closed`: these members only. `open`: others can be sent as well, as JSON. `entire`: the part is one JSON value, as
   * a list of tasks is.
   */
  readonly form: 'closed' | 'open' | 'json'
  /** Sets of optional members, of which one has to be complete; empty: no such rule. */
  readonly enough: readonly (readonly string[])[]
}

/** The field for what an open part does not list, and for the entire of another. */
export const JSON_FIELD = '*'

export const capabilityParts = ({ input_schema: schema }: CapabilityInspection): InputPart[] => {
  const { properties, required } = schema
  return [
    {
      part: 'input',
      title: 'Input',
      members: inputMembers({ properties: objectOf(properties), required: textsOf(required) }),
      form: 'closed',
      enough: listOf(schema['anyOf']).map((one) => textsOf(objectOf(one)['required'])),
    },
  ]
}

/** Of an endpoint, the parts that have members. */
export function endpointParts({ input, example }: EndpointInspection): InputPart[] {
  const { pathParams, queryParams, body } = input
  const listed = (part: InputPart['part'], title: string, members: typeof pathParams): InputPart => ({
    part,
    title,
    members: inputMembers({ properties: members.properties, required: members.required }),
    form: members.omitted === undefined ? 'closed' : 'open',
    enough: [],
  })
  const parts = [listed('path', 'In the path', pathParams), listed('query', 'In the query', queryParams)].filter(
    ({ members, form }) => members.length > 0 || form === 'open',
  )
  if (body === null) return parts
  return [
    ...parts,
    Array.isArray(example?.['input'])
      ? { part: 'input', title: 'Body', members: [], form: 'json', enough: [] }
      : { ...listed('input', 'Body', body), form: 'open' },
  ]
}

/** The values of a request by part: the input of an endpoint without a body is its query. */
export function valuesByPart(
  parts: readonly InputPart[],
  values: Readonly<Record<string, Json | undefined>>,
): Readonly<Record<string, Json | undefined>> {
  const { input, query } = values
  return parts.some(({ part }) => part === 'input')
    ? values
    : { ...values, query: { ...objectOf(input), ...objectOf(query) } }
}

/** The parts of a request as a person has entered them. */
export const readParts = (form: URLSearchParams, parts: readonly InputPart[]): JsonObject =>
  Object.fromEntries(parts.map((one) => [one.part, readPart(form, one)]))

function readPart(form: URLSearchParams, { part, members, form: shape }: InputPart): Json {
  if (shape === 'json') return readJson(form, part, JSON_FIELD)
  const entered = readMembers(form, part, members)
  return shape === 'open' ? { ...readJsonObject(form, part, JSON_FIELD), ...entered } : entered
}
