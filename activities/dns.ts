import { Resolver } from 'node:dns/promises'
import type { DnsAnswer, DnsQuestion, DnsType } from '../domain/senders/mail-authentication.ts'

/** Looks up a name; it never throws. */
export type LookUp = (question: DnsQuestion) => Promise<DnsAnswer>

/** A server that is silent for this long is tried once more. */
const TIMEOUT_MS = 2_000
const TRIES = 2

/** Codes by which a server answers that the name has no such record. */
const NONE: ReadonlySet<string> = new Set(['ENODATA', 'ENOTFOUND'])

/** `servers`: `address` or `address:port` (DNS_SERVERS); the system's where it is empty. */
export function createLookUp(servers: readonly string[]): LookUp {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES })
  if (servers.length > 0) resolver.setServers(servers)
  const valuesOf: Readonly<Record<DnsType, (name: string) => Promise<string[]>>> = {
    TXT: async (name) => (await resolver.resolveTxt(name)).map((pieces) => pieces.join('')),
    MX: async (name) => (await resolver.resolveMx(name)).map(({ exchange }) => exchange),
    CNAME: (name) => resolver.resolveCname(name),
  }
  return async ({ type, name }) => {
    try {
      return { kind: 'found', values: await valuesOf[type](name) }
    } catch (error) {
      return { kind: isNone(error) ? 'none' : 'unreachable' }
    }
  }
}

const isNone = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && NONE.has(error.code)
