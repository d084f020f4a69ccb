import { registrableOf } from './host.ts'
import type { Identity } from './kinds.ts'

/** Hosts have up to 127 labels; those nearest to the owner identify it. */
const DOMAINS_MAX = 8

/**
 * The domains that cover a subject: for an email, a URL and a domain, the host itself and its parents down to the
 * registered domain (`mail.acme.co.uk`, `acme.co.uk`); none for other kinds and for IP addresses. A rule or a question
 * about one of them applies to the subject (Spec 4.5, 4.8).
 */
export function domainsOf({ kind, value }: Identity): string[] {
  const host = hostOf(kind, value)
  const registrable = host === null || !/\.[^.\d][^.]*$/.test(host) ? null : registrableOf(host)
  if (host === null || registrable === null) return []
  const labels = host.slice(0, Math.max(0, host.length - registrable.length - 1)).split('.')
  const parents = host === registrable ? [] : labels.map((_, at) => [...labels.slice(at + 1), registrable].join('.'))
  return [host, ...parents.slice(1 - DOMAINS_MAX)]
}

function hostOf(kind: Identity['kind'], value: string): string | null {
  switch (kind) {
    case 'email':
      return value.slice(value.lastIndexOf('@') + 1)
    case 'url':
      return /^[^/?:]+/.exec(value)?.[0] ?? null
    case 'domain':
      return value
    default:
      return null
  }
}
