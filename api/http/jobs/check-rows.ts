import { fillRow, parseTemplate, type RowTemplate } from '../../../domain/jobs/row-input.ts'
import { firstOfSeveral } from '../../../domain/capabilities/first-of-several.ts'
import { resolveEndpoint } from '../../../domain/catalog/resolve.ts'
import { typedInput } from '../../../domain/jobs/typed-input.ts'
import type { JsonObject } from '../../../domain/json/json.ts'
import type { RunError } from '../../../domain/runs/run-error.ts'
import type { Principal } from '../../../domain/access/principal.ts'
import { SUBJECT_ROWS_MAX } from '../../../domain/history/subject-collector.ts'
import { slicing } from '../../../db/time-slices.ts'
import { Problem } from '../../errors/problem.ts'
import type { JobCreate } from '../../schemas/job.ts'
import { invalidRequest } from '../../validation/check.ts'
import { withinLimits } from '../runs/key-limits.ts'
import { linkOf } from '../runs/table-links.ts'
import { trackingOf } from '../runs/tracking.ts'
import { uncheckedRefusal } from '../runs/unchecked-send.ts'
import { type CheckedWork, checkedWork, type WorkDeps } from '../runs/work.ts'
import type { RunnableRow } from './estimate.ts'
import type { SourceRows, SourceRow } from './source.ts'

export type CheckedRow =
  | RunnableRow
  | { readonly number: number; readonly key: string | null; readonly error: RunError }

/** A request for a run whose input, path and query have placeholders. */
type Templates = Readonly<Record<'input' | 'path' | 'query', RowTemplate | null>>

/** Throws `invalid_request` for every malformed placeholder. */
export function templatesOf(body: JobCreate): Templates {
  const parsed = (['input', 'path', 'query'] as const).map((member) => {
    const value = body[member]
    if (value === undefined) return { member, template: null, faults: [] }
    const read = parseTemplate(value)
    return read.ok
      ? { member, template: read.template, faults: [] }
      : {
          member,
          template: null,
          faults: read.faults.map(({ path, message }) => ({ path: `/${member}${path}`, message })),
        }
  })
  const faults = parsed.flatMap((one) => one.faults)
  if (faults.length > 0) throw invalidRequest(faults)
  const of = (wanted: string): RowTemplate | null => parsed.find(({ member }) => member === wanted)?.template ?? null
  return { input: of('input'), path: of('path'), query: of('query') }
}

interface RowsToCheck {
  readonly body: JobCreate
  readonly templates: Templates
  readonly source: SourceRows
}

/** Each row's run, as far as `POST /v1/run` would check it. */
export async function checkRows(deps: WorkDeps, principal: Principal, parts: RowsToCheck): Promise<CheckedRow[]> {
  const slice = slicing()
  const properties = inputProperties(deps, parts.body)
  const checked: CheckedRow[] = []
  for (const [index, row] of parts.source.rows.entries()) {
    await slice()
    checked.push(await checkRow(deps, principal, { ...parts, properties, row, number: index + 1 }))
  }
  return checked
}

/** The members of the input with their types, as the capability or the endpoint describes them. */
function inputProperties({ findCapability, known }: WorkDeps, { capability, provider, endpoint }: JobCreate) {
  if (capability !== undefined) return findCapability(capability)?.inputSchema.properties ?? {}
  if (provider === undefined || endpoint === undefined) return {}
  return resolveEndpoint(known.catalog, provider, endpoint)?.endpoint.body?.properties ?? {}
}

interface RowToCheck extends RowsToCheck {
  readonly properties: Readonly<Record<string, unknown>>
  readonly row: SourceRow
  readonly number: number
}

async function checkRow(
  deps: WorkDeps,
  principal: Principal,
  { body, templates, source, properties, row, number }: RowToCheck,
): Promise<CheckedRow> {
  const { key, fault } = row
  if (fault !== undefined) return { number, key, error: { code: 'invalid_request', message: fault } }
  const filled = filledRequest(templates, row.data)
  if ('reason' in filled) return { number, key, error: { code: 'invalid_request', message: filled.reason } }
  const { capability, provider, endpoint, routing } = body
  const { input } = filled.request
  const typed = input === undefined ? undefined : typedInput(input, properties)
  const schema = capability === undefined ? undefined : deps.findCapability(capability)?.inputSchema
  const first = typed === undefined || schema === undefined ? null : firstOfSeveral(schema, typed)
  const used = typed === undefined ? {} : { input: first ?? typed }
  const requested = { capability, provider, endpoint, routing, ...filled.request, ...used }
  const work = workOrError(deps, requested, principal)
  if ('error' in work) return { number, key, error: work.error }
  const unchecked = uncheckedRefusal({ body: requested, ...work })
  if (unchecked !== null) throw unchecked
  const tracking = await trackingOf(work)
  if (first !== null && tracking.send !== null) return { number, key, error: SEVERAL_RECIPIENTS }
  if (tracking.subjects.length > SUBJECT_ROWS_MAX)
    return { number, key, error: { code: 'invalid_request', message: 'The row names too many people or companies.' } }
  const record =
    body.record === undefined || source.table === null || row.rowId === null
      ? null
      : linkOf(body.record, { table: source.table, rowId: row.rowId })
  return {
    number,
    key,
    work: withinLimits(principal, work),
    isFirstOfSeveral: first !== null,
    request: { ...tracking, record, input: work.input, raw: 'raw' in work.work ? work.work.raw : null },
  }
}

const SEVERAL_RECIPIENTS: RunError = {
  code: 'invalid_request',
  message: 'A cell of the row has several addresses, and the message goes to one person. Write one address.',
}

function filledRequest(
  templates: Templates,
  row: JsonObject,
): { readonly request: Partial<Record<'input' | 'path' | 'query', JsonObject>> } | { readonly reason: string } {
  const request: Partial<Record<'input' | 'path' | 'query', JsonObject>> = {}
  for (const member of ['input', 'path', 'query'] as const) {
    const template = templates[member]
    if (template === null) continue
    const filled = fillRow(template, row)
    if (!filled.ok) return { reason: filled.reason }
    request[member] = filled.input
  }
  return { request }
}

/** The parts of a request that a row fills. */
const OF_ROW = /^\/(?:input|path|query)(?:\/|$)/

/** The work of a row. Throws what concerns every row: an unknown capability, or routing that contradicts itself. */
function workOrError(
  deps: WorkDeps,
  requested: Parameters<typeof checkedWork>[1],
  { environment }: Principal,
): CheckedWork | { readonly error: RunError } {
  try {
    return checkedWork(deps, requested, environment)
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'invalid_request') throw error
    const { param } = error.extras
    if (typeof param !== 'string' || !OF_ROW.test(param)) throw error
    return { error: { code: 'invalid_request', message: error.publicMessage } }
  }
}
