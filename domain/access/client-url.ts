/** Longer than any path that a person would publish a document at; the id is stored with each grant. */
const CLIENT_URL_LENGTH_MAX = 512

/**
 * Why a text is no client id that is a URL, as words that follow it; null if it is one
 * (draft-ietf-oauth-client-id-metadata-document, section 3). Only the exact form that URL parsers write is accepted:
 * the id is compared letter by letter, so a document must not have two of them. Whether the address may be reached is
 * judged by the guarded client.
 */
export function refusalOfClientUrl(text: string): string | null {
  if (text.length > CLIENT_URL_LENGTH_MAX) return `must have at most ${CLIENT_URL_LENGTH_MAX} characters`
  const url = URL.parse(text)
  if (url === null || url.protocol !== 'https:') return 'must be an https URL'
  if (text.includes('#')) return 'must not have a fragment'
  if (url.username !== '' || url.password !== '' || text.includes('@')) return 'must not have a user part'
  if (text.includes('?')) return 'must not have a query'
  if (url.pathname === '/') return 'must have a path'
  return url.href === text ? null : `must be written as ${url.href}`
}

/** Whether a client id is the URL of the client's document. */
export const isClientUrl = (clientId: string): boolean => refusalOfClientUrl(clientId) === null

/** The host, with a port that is not 443, which vouches for a client; null: it has registered itself. */
export const hostOfClient = (clientId: string): string | null => (isClientUrl(clientId) ? new URL(clientId).host : null)
