import Type, { type Static } from 'typebox'
import { FIELD_PATH_LENGTH_MAX, faultOfFieldPaths } from '../../../domain/answers/field-paths.ts'
import { type Projection, project } from '../../../domain/answers/project.ts'
import {
  SLICE_CHARS_DEFAULT,
  SLICE_ITEMS_DEFAULT,
  SLICE_LIMIT_MAX,
  type SliceRequest,
  sliceOf,
} from '../../../domain/answers/slice.ts'
import { summarize } from '../../../domain/answers/summary.ts'
import type { StoredRun } from '../../../db/runs/read.ts'
import { projectionMembers, type ResponseOptions } from '../../schemas/run-request.ts'
import type { Run } from '../../schemas/run.ts'
import { invalidRequest, type ValidationFault } from '../../validation/check.ts'
import { listOf } from '../rows/list-of.ts'
import { presentRun, type RunLinks } from './present.ts'

/** Which part of its result a request reads. */
export type RunView =
  | { readonly kind: 'projection'; readonly projection: Projection; readonly summary: boolean }
  | { readonly kind: 'slice'; readonly slice: SliceRequest }

/** The parameters of `GET /v1/runs/{run_id}` that select a part of the result. */
export const viewParameters = {
  fields: Type.Optional(
    Type.Union([Type.String(), Type.Array(Type.String())], {
      description:
        'Only these fields of the result, as dotted paths (`items.email`), separated by commas or repeated. With `path`: of the value there.',
    }),
  ),
  ...projectionMembers,
  path: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: FIELD_PATH_LENGTH_MAX,
      description: 'Returns `slice`, a part of the value at this dotted path, instead of the result.',
      examples: ['items'],
    }),
  ),
  offset: Type.Optional(
    Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description: 'Where the slice begins.' }),
  ),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: SLICE_LIMIT_MAX,
      description: `The most items, members or characters of the slice: ${SLICE_ITEMS_DEFAULT}, of a text ${SLICE_CHARS_DEFAULT} by default.`,
    }),
  ),
}
const ViewParameters = Type.Object(viewParameters)

/** The view of a request for a run; `response` is part of the request, so a replay has the same. */
export const viewOfResponse = ({ fields, max_items, summary = false }: ResponseOptions = {}): RunView => ({
  kind: 'projection',
  projection: { fields: fields ?? null, maxItems: max_items ?? null },
  summary,
})

/** The view of a read. Throws `invalid_request` for parameters that do not fit together. */
export function viewOfQuery(query: Static<typeof ViewParameters>): RunView {
  const { path, offset, limit, max_items, summary } = query
  const fields = query.fields === undefined ? undefined : listOf(query.fields)
  const faults = faultsOf({ ...query, fields })
  if (faults.length > 0) throw invalidRequest(faults)
  if (path === undefined)
    return viewOfResponse({
      ...(fields === undefined ? {} : { fields }),
      ...(max_items === undefined ? {} : { max_items }),
      ...(summary === undefined ? {} : { summary }),
    })
  return { kind: 'slice', slice: { path, offset: offset ?? 0, limit: limit ?? null, fields: fields ?? null } }
}

function faultsOf({
  fields,
  ...query
}: Omit<Static<typeof ViewParameters>, 'fields'> & { fields: string[] | undefined }): ValidationFault[] {
  const fault = fields === undefined ? null : faultOfFieldPaths(fields)
  const ofFields = fault === null ? [] : [{ path: '/fields', message: fault }]
  const apart =
    query.path === undefined
      ? (['offset', 'limit'] as const).map((name) => ({ name, message: 'needs `path`' }))
      : (['max_items', 'summary'] as const).map((name) => ({ name, message: 'cannot be combined with `path`' }))
  return [
    ...ofFields,
    ...apart.flatMap(({ name, message }) => (query[name] === undefined ? [] : [{ path: `/${name}`, message }])),
  ]
}

/** A run with the requested part of its result. */
export function presentView(run: StoredRun, view: RunView, links: RunLinks): Run {
  const { result, ...rest } = presentRun(run, links)
  if (result === undefined) return rest
  if (view.kind === 'slice') return { ...rest, slice: sliceOf(result, view.slice) }
  const { projection, summary } = view
  if (projection.fields === null && projection.maxItems === null && !summary) return { ...rest, result }
  return {
    ...rest,
    result: project(result, projection),
    ...(summary ? { result_summary: summaryOf(result, projection) } : {}),
  }
}

function summaryOf(result: NonNullable<Run['result']>, projection: Projection): NonNullable<Run['result_summary']> {
  const { lists, left_out, left_out_more } = summarize(result, projection)
  return { lists: lists.map((list) => ({ ...list })), left_out: left_out.map((leaf) => ({ ...leaf })), left_out_more }
}
