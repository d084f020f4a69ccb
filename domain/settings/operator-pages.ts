import { readEmail } from '../identity/email.ts'

/** The pages that only the operator of a service can write, each at its path. */
export const OPERATOR_PAGES = ['terms', 'privacy', 'imprint'] as const
export type OperatorPage = (typeof OPERATOR_PAGES)[number]

/** Where the operator has published a page: at a URL, or in a file of the machine in Markdown or plain text. */
export type Published = { readonly url: string } | { readonly file: string }

/** What `/.well-known/security.txt` states (RFC 9116). */
export interface SecurityContact {
  /** URIs, the preferred one first. */
  readonly contacts: readonly string[]
  /** An ISO time, after which the file counts as outdated. */
  readonly expires: string
}

export interface OperatorDocuments {
  /** null: not published yet. */
  readonly pages: Readonly<Record<OperatorPage, Published | null>>
  readonly security: SecurityContact | null
}

type Variables = Readonly<Record<string, string | undefined>>

/** Reads `TERMS`, `PRIVACY`, `IMPRINT`, `SECURITY_CONTACT` and `SECURITY_EXPIRES`. */
export function readOperatorDocuments(env: Variables): OperatorDocuments {
  const page = (name: OperatorPage): Published | null => readPublished(env, name.toUpperCase())
  const pages = { terms: page('terms'), privacy: page('privacy'), imprint: page('imprint') }
  return { pages, security: readSecurityContact(env) }
}

function readPublished(env: Variables, name: string): Published | null {
  const value = env[name]?.trim() ?? ''
  if (value === '') return null
  if (!value.includes('://')) return { file: value }
  if (URL.parse(value)?.protocol.startsWith('http') !== true)
    throw new Error(`${name} must be a URL such as https://example.com/${name.toLowerCase()}, or the path of a file.`)
  return { url: value }
}

function readSecurityContact(env: Variables): SecurityContact | null {
  const contacts = (env['SECURITY_CONTACT'] ?? '').split(',').flatMap((one) => one.trim() || [])
  const expires = env['SECURITY_EXPIRES']?.trim() ?? ''
  if (contacts.length === 0 && expires === '') return null
  if (contacts.length === 0 || expires === '')
    throw new Error('Set SECURITY_CONTACT and SECURITY_EXPIRES, or neither: RFC 9116 requires both.')
  const at = /^\d{4}-\d{2}-\d{2}/.test(expires) ? Date.parse(expires) : Number.NaN
  if (Number.isNaN(at)) throw new Error('SECURITY_EXPIRES must be a day or a time, such as 2027-06-30.')
  return { contacts: contacts.map(contactUri), expires: new Date(at).toISOString() }
}

function contactUri(contact: string): string {
  if (/^(?:https:\/\/|mailto:|tel:)\S+$/.test(contact)) return contact
  const email = readEmail(contact)
  if (email === null)
    throw new Error('SECURITY_CONTACT must be an address such as security@example.com, or an https URL.')
  return `mailto:${email}`
}

/** The variables without which a service for customers is incomplete; also an outdated SECURITY_EXPIRES. */
export function unpublished({ pages, security }: OperatorDocuments, nowMs: number): readonly string[] {
  const missing = OPERATOR_PAGES.filter((page) => pages[page] === null).map((page) => page.toUpperCase())
  if (security === null) return [...missing, 'SECURITY_CONTACT', 'SECURITY_EXPIRES']
  return Date.parse(security.expires) > nowMs ? missing : [...missing, 'SECURITY_EXPIRES']
}
