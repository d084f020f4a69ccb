import type { IncomingHttpHeaders } from 'node:http'
import type { Auth } from '../../../domain/catalog/providers/provider.ts'

/** The key of the platform's account at a twin. */
export const platformKeyOf = (slug: string, auth: Auth | undefined): string => keyOf(slug, 'platform', auth)

/** A key of another account at the same twin: a customer's own. */
export const ownKeyOf = (slug: string, name: string, auth: Auth | undefined): string => keyOf(slug, name, auth)

const keyOf = (slug: string, name: string, auth: Auth | undefined): string =>
  `twin_${slug}_${name}${auth?.scheme === 'basic' ? ':password' : ''}`

/** Where no key is needed and none was sent. */
const PUBLIC = 'public'

/** The account's key of a request; null: there is none, or it is none of this twin's. */
export function keyIn(
  slug: string,
  auth: Auth,
  { headers, query }: { readonly headers: IncomingHttpHeaders; readonly query: URLSearchParams },
): string | null {
  const given = givenKey(auth, headers, query)
  const optional = auth.scheme === 'none' || ('required' in auth && !auth.required)
  if (given === null) return optional ? PUBLIC : null
  return new RegExp(`^twin_${slug}_[a-z0-9_-]+(?::[^:]+)?$`, 'i').test(given) ? given : null
}

function givenKey(auth: Auth, headers: IncomingHttpHeaders, query: URLSearchParams): string | null {
  const header = (name: string, prefix: string): string | null => {
    const value = headers[name.toLowerCase()]
    return typeof value === 'string' && value.startsWith(prefix) ? value.slice(prefix.length) : null
  }
  switch (auth.scheme) {
    case 'none':
      return null
    case 'bearer':
      return header('authorization', 'Bearer ')
    case 'basic': {
      const encoded = header('authorization', 'Basic ')
      return encoded === null ? null : Buffer.from(encoded, 'base64').toString()
    }
    case 'header':
      return header(auth.name, auth.prefix ?? '')
    case 'query':
      return query.get(auth.name)
  }
}
