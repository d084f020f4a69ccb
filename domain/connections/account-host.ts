/** The host of an account at a provider that gives each account its own: `api12.unipile.com:14255`. */
export type AccountHost =
  | { readonly kind: 'host'; /** In lower case, without the port of https. */ readonly host: string }
  /** The reason is a sentence for the person who wrote it. */
  | { readonly kind: 'refused'; readonly reason: string }

/** A name has at most 253 characters (RFC 1035), and a port five and its colon. */
export const ACCOUNT_HOST_LENGTH_MAX = 259
const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
const WRITTEN = new RegExp(`^(${LABEL}(?:\\.${LABEL})+)(?::(\\d{1,5}))?$`)
const HTTPS_PORT = 443
/** As for webhooks: below it, only 443 is a port where an API listens. */
const FREE_PORTS_FROM = 1024
const PORT_MAX = 65_535

/**
 * Reads `host[:port]` of an account. The host must be a name below the provider's own domain (decisions, "Account
 * host"), so a customer can direct no call of ours to another machine.
 */
export function readAccountHost(text: string, domain: string): AccountHost {
  const [, name, digits] = WRITTEN.exec(text.trim().toLowerCase()) ?? []
  const example = `api12.${domain}:14255`
  if (name === undefined)
    return { kind: 'refused', reason: `The account must be a host with an optional port, such as ${example}.` }
  if (!name.endsWith(`.${domain}`))
    return { kind: 'refused', reason: `The host of the account must be below ${domain}, such as ${example}.` }
  const port = digits === undefined ? HTTPS_PORT : Number(digits)
  if (port !== HTTPS_PORT && (port < FREE_PORTS_FROM || port > PORT_MAX))
    return { kind: 'refused', reason: `The port of the account must be ${HTTPS_PORT}, or from ${FREE_PORTS_FROM} on.` }
  return { kind: 'host', host: port === HTTPS_PORT ? name : `${name}:${port}` }
}
