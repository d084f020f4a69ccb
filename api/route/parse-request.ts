import Type, { type Static, type TObject, type TSchema } from 'typebox'
import type { ErrorCode } from '../../domain/errors/codes.ts'
import { IdempotencyHeaders } from '../schemas/idempotency.ts'
import { checkRequest } from '../validation/absence.ts'
import { check, invalidRequest, type Checked, type RequestPart } from '../validation/check.ts'
import { idempotencyKeyOf } from './idempotency-key.ts'
import { withObjects } from './object-parameters.ts'
import type { PagedQuery, Paging } from './paged.ts'

/** Bodies that are no JSON. */
export type BodyType = 'text/csv' | 'raw'

/** The parts of a request, read but not yet checked. */
interface Sent {
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, unknown>>
  readonly body: unknown
  requestHeader(name: string): string | undefined
}

interface Declared<P extends TObject, Q extends TObject, H extends TObject, B extends TSchema> {
  readonly params?: P
  readonly query?: Q
  readonly headers?: H
  readonly body?: B
  readonly bodyType?: BodyType
  readonly bodyBytes?: true
  readonly bodyRefusal?: ErrorCode
  readonly bodyOptional?: true
  readonly idempotent?: object
  /** Of a paged route: the members that its query has besides `query`, and all of them. */
  readonly pagedQuery?: PagedQuery
}

/** Checks every part, so that the caller learns all faults from one answer: throws a Problem with all of them. */
export function parseRequest<P extends TObject, Q extends TObject, H extends TObject, B extends TSchema>(
  declared: Declared<P, Q, H, B>,
  request: Sent,
) {
  const params = checkPart(declared.params, request.params, 'path')
  const query = checkQuery(declared, withObjects(declared.query, request.query))
  const headers = checkPart(declared.headers, declaredHeaders(declared.headers, request), 'header')
  const key = checkPart(IdempotencyHeaders, keyHeaders(declared, request), 'header')
  const sent = bodyOf(declared, request.body)
  const body =
    declared.bodyBytes === true && isBytes<B>(sent)
      ? { ok: true as const, value: sent }
      : checkPart(declared.body, sent, 'body', declared.bodyType)
  if (params.ok && query.ok && headers.ok && key.ok && body.ok) {
    return {
      params: params.value,
      query: query.value.filters,
      paging: query.value.paging,
      headers: headers.value,
      body: body.value,
      idempotencyKey: idempotencyKeyOf(key.value['Idempotency-Key'], undefined),
    }
  }
  throw invalidRequest(
    [params, query, headers, key, body].flatMap((part) => (part.ok ? [] : part.faults)),
    body.ok ? undefined : declared.bodyRefusal,
  )
}

/** The query's faults are found in all of it; then its filters and its paging are read apart. */
function checkQuery<Q extends TObject>(
  { query, pagedQuery }: { readonly query?: Q; readonly pagedQuery?: PagedQuery },
  sent: Readonly<Record<string, unknown>>,
): Checked<{ readonly filters: Static<Q>; readonly paging: Paging }> {
  if (pagedQuery !== undefined) {
    const all = check(pagedQuery.all, sent, { place: 'query' })
    if (!all.ok) return all
  }
  const { limit, cursor, ...rest } = sent
  const filters = checkPart(query, pagedQuery === undefined ? sent : rest, 'query')
  if (!filters.ok) return filters
  const paging =
    pagedQuery === undefined ? NO_PAGING : check(pagedQuery.paging, present({ limit, cursor }), { place: 'query' })
  return paging.ok ? { ok: true, value: { filters: filters.value, paging: paging.value } } : paging
}

const NO_PAGING: Checked<Paging> = { ok: true, value: {} }

const present = (members: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined))

/** Where a body is declared, `null` does not match it; where none is, `null` counts as no body. */
function bodyOf(declared: { readonly body?: TSchema; readonly bodyOptional?: true }, sent: unknown): unknown {
  if (sent === undefined && declared.bodyOptional === true) return {}
  return sent === null && declared.body === undefined ? undefined : sent
}

/** The schema of an undeclared part: no query parameter and no member of a body. */
const NOTHING = Type.Object({}, { additionalProperties: false })

function checkPart<S extends TSchema>(
  schema: S | undefined,
  value: unknown,
  place: RequestPart,
  bodyType: BodyType | undefined = undefined,
): Checked<Static<S>> {
  if (schema !== undefined) {
    if (value === undefined)
      return {
        ok: false,
        faults: [{ path: '', message: `is required, as ${bodyType === 'text/csv' ? 'CSV' : 'JSON'}` }],
      }
    return place === 'body' ? checkRequest(schema, value) : check(schema, value, { place })
  }
  const checked = value === undefined ? undefined : check(NOTHING, value, { place })
  if (checked?.ok === false) return checked
  const nothing: unknown = place === 'body' ? undefined : {}
  if (isNothing<S>(nothing)) return { ok: true, value: nothing }
  throw new Error('unreachable')
}

/** Bytes have no schema beyond their number, which is limited before they are read. */
const isBytes = <S extends TSchema>(value: unknown): value is Static<S> => value instanceof Uint8Array

/** Without a schema, S is the default of defineRoute: an object without members, or undefined for a body. */
const isNothing = <S extends TSchema>(_nothing: unknown): _nothing is Static<S> => true

const keyHeaders = ({ idempotent }: { readonly idempotent?: object }, request: Sent): Record<string, string> =>
  idempotent === undefined ? {} : declaredHeaders(IdempotencyHeaders, request)

/** Header names are case-insensitive: the handler sees the declared spelling. */
function declaredHeaders(schema: TObject | undefined, request: Sent): Record<string, string> {
  const names = Object.keys(schema?.properties ?? {})
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = request.requestHeader(name)
      return value === undefined ? [] : [[name, value]]
    }),
  )
}
