import type { Operation } from 'routed-data-client'
import { bodyOf, type Context } from './context.ts'
import { UsageError } from './failures.ts'
import type { Answer, CliRequestOptions } from './requests.ts'
import { parseInteger } from './input.ts'
import { parseExactly } from './output/exact-json.ts'
import { listAt, stringAt } from './output/value.ts'
import { meantFilter } from './unknown-name.ts'

/** Which part of a list to read. */
export interface ListOptions {
  readonly limit?: string
  readonly cursor?: string
  readonly all?: true
}

interface Listed {
  readonly operation: Operation
  readonly params?: CliRequestOptions['params']
  readonly query: NonNullable<CliRequestOptions['query']>
  /** Of a POST, whose body also carries limit and cursor. */
  readonly body?: unknown
  readonly options: ListOptions
  /** The largest `limit` of the route. */
  readonly max: number
  readonly view: (items: readonly unknown[]) => string
  /** Shown below the items; by the answer's body. */
  readonly note?: ((body: unknown) => string) | undefined
}

/** Shows one page and how to continue; with `--all` every page, as they come. */
export async function listed(context: Context, list: Listed): Promise<void> {
  const { options, max, view } = list
  const limit = parseInteger(options.limit, '--limit', { min: 1, max })
  if (options.all === true && (limit !== undefined || options.cursor !== undefined))
    throw new UsageError('--all reads all pages. Omit --limit and --cursor.')
  if (options.all === true) return all(context, list)
  const answer = await page(context, list, { limit, cursor: options.cursor })
  await context.show(answer, (body) => view(listAt(body, 'items')))
  const next = stringAt(answer.body, 'next_cursor')
  if (context.json) return
  await noteBelow(context, list, answer.body)
  if (listAt(answer.body, 'items').length === 0) await context.note('Nothing.')
  await noteMeant(context, answer, list.query)
  if (next !== null) await context.note(`More items: --all, or --cursor ${next}`)
}

/** A filter by an unknown name finds nothing: names the similar one. */
export async function noteMeant(
  context: Context,
  { body }: Answer,
  filters: Readonly<Record<string, unknown>>,
): Promise<void> {
  if (context.json || listAt(body, 'items').length > 0) return
  for (const kind of ['capability', 'provider'] as const) {
    const wanted = filters[kind]
    if (typeof wanted !== 'string') continue
    const meant = await meantFilter(
      kind,
      wanted,
      async () => (await context.request(`GET /v1/catalog/${PLURALS[kind]}`)).body,
    )
    if (meant !== null) await context.note(`There is no ${kind} "${wanted}". Did you mean ${meant}?`)
  }
}

const PLURALS = { capability: 'capabilities', provider: 'providers' } as const

const page = (
  context: Context,
  { operation, params, query, body }: Listed,
  place: { readonly limit: number | undefined; readonly cursor: string | undefined },
) =>
  context.request(operation, {
    ...(params === undefined ? {} : { params }),
    ...(body === undefined ? { query: { ...query, ...place } } : { query, body: { ...Object(body), ...place } }),
  })

async function noteBelow(context: Context, { note }: Listed, body: unknown): Promise<void> {
  if (note !== undefined) await context.hint(note(body))
}

async function all(context: Context, list: Listed): Promise<void> {
  const items: unknown[] = []
  for (let cursor: string | undefined; ;) {
    const answer = await page(context, list, { limit: list.max, cursor })
    if (context.json)
      for (const item of listAt(parseExactly(answer.text), 'items')) await context.jsonLine(JSON.stringify(item))
    else items.push(...listAt(bodyOf(answer), 'items'))
    cursor = stringAt(answer.body, 'next_cursor') ?? undefined
    if (cursor !== undefined) continue
    if (context.json) return
    await context.print(list.view(items))
    await noteBelow(context, list, answer.body)
    break
  }
  if (items.length === 0) await context.note('Nothing.')
}
