import type { NamesSent } from './failures.ts'
import { listAt, stringAt, textAt } from './output/value.ts'
import { nearest } from './suggestion.ts'

/** Where the service lists the names of a kind. */
interface Names {
  readonly path: (sent: NamesSent) => string
  readonly member: string
}

/** By the member of the request that held the unknown name. */
const NAMES: Readonly<Record<string, Names>> = {
  capability: { path: () => '/v1/catalog/capabilities', member: 'capability' },
  provider: { path: () => '/v1/catalog/providers', member: 'provider' },
  endpoint: {
    path: ({ body }) => `/v1/catalog/providers/${encodeURIComponent(textAt(body, 'provider'))}/endpoints?limit=1000`,
    member: 'endpoint',
  },
  name: { path: () => '/v1/tables?limit=500', member: 'name' },
  domain: { path: () => '/v1/email/domains', member: 'domain' },
}

const CODES = new Set(['capability_not_found', 'endpoint_not_found', 'provider_not_available', 'not_found'])

/**
 * The name that was probably meant, where the service refused an unknown one and does not state which is similar; null:
 * none is, or the list did not arrive. `read` reads a list of the service.
 */
export async function meantName(
  error: unknown,
  sent: NamesSent,
  read: (path: string) => Promise<unknown>,
): Promise<string | null> {
  const pointer = stringAt(error, 'param')?.split('/').slice(1) ?? []
  const kind = NAMES[pointer.at(-1) ?? '']
  const wanted = stringAt(sent.body, ...pointer) ?? sent.params?.[pointer.at(-1) ?? ''] ?? null
  const hasSuggestion = textAt(error, 'message').includes('Did you mean')
  if (kind === undefined || wanted === null || hasSuggestion || !CODES.has(textAt(error, 'code'))) return null
  const [meant] = listAt(error, 'did_you_mean')
  if (typeof meant === 'string') return meant
  const names = listAt(await read(kind.path(sent)), 'items').map((item) => textAt(item, kind.member))
  // A known name was refused for another reason.
  return names.includes(wanted) ? null : nearest(wanted, names)
}

/** For a filter, which the service does not check: the known name that is similar to an unknown one. */
export function meantFilter(
  kind: 'capability' | 'provider',
  wanted: string,
  read: (path: string) => Promise<unknown>,
): Promise<string | null> {
  return meantName({ code: 'not_found', param: `/${kind}` }, { body: { [kind]: wanted } }, read)
}
