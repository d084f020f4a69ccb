import { registrableOf } from '../identity/host.ts'
import { type DnsRecord, simulatedRecords } from './email-domain.ts'

/**
 * How the mail of a domain proves itself to receivers: SPF (RFC 7208), DKIM (RFC 6376), and DMARC with alignment
 * (RFC 7489). Pure: `questionsOf` names what is looked up, `judge` reads the answers.
 */

export const DNS_TYPES = ['TXT', 'MX', 'CNAME'] as const
export type DnsType = (typeof DNS_TYPES)[number]

export interface DnsQuestion {
  readonly type: DnsType
  /** A full name in lower case, without the final dot. */
  readonly name: string
}

/** `none`: the name has no record of this type. `unreachable`: no server has answered. */
export type DnsAnswer =
  | { readonly kind: 'found'; readonly values: readonly string[] }
  | { readonly kind: 'none' }
  | { readonly kind: 'unreachable' }

export const PROOFS = ['spf', 'dkim', 'dmarc'] as const
type MailProof = (typeof PROOFS)[number]
export const RECORD_STATES = ['found', 'differs', 'missing'] as const
export const DMARC_POLICIES = ['none', 'quarantine', 'reject'] as const
export type DmarcPolicy = (typeof DMARC_POLICIES)[number]
export const ALIGNED = ['spf', 'dkim'] as const

export interface CheckedRecord {
  readonly proof: MailProof
  readonly type: DnsType
  readonly name: string
  readonly expected: string
  readonly found: readonly string[]
  readonly state: (typeof RECORD_STATES)[number]
  /** What to do about it; absent where it is as it should be. */
  readonly hint?: string
}

/** What the DNS had at `checked_at`; in the form in which it is stored and shown. */
export interface MailAuthentication {
  /** `proven`: receivers find a DMARC record, and SPF or DKIM that is aligned with the domain. */
  readonly state: 'proven' | 'unproven'
  /** ISO 8601. */
  readonly checked_at: string
  readonly records: readonly CheckedRecord[]
  /** null: there is no valid record. */
  readonly dmarc: Dmarc | null
}

interface Dmarc {
  /** What receivers do with mail of this domain that fails. */
  readonly policy: DmarcPolicy
  /** The name that has the record: of the domain, or of the domain above it. */
  readonly name: string
  readonly aligned: readonly (typeof ALIGNED)[number][]
}

/** What a domain without a record publishes: it changes nothing at receivers. */
const DMARC_EXPECTED = 'v=DMARC1; p=none;'

/** Anyone may publish anything: of a name's records these many are read, and of each this many characters. */
const VALUES_MAX = 10
const VALUE_LENGTH_MAX = 2_000
const SHOWN_LENGTH_MAX = 500

const isLookedUp = (type: string): type is DnsType => DNS_TYPES.some((one) => one === type)

interface Wanted extends DnsQuestion {
  readonly proof: 'spf' | 'dkim'
  readonly expected: string
}

/** The records for sending that the provider requires, with full names: it may write them without the domain. */
function wantedOf(domain: string, records: readonly DnsRecord[]): Wanted[] {
  return records.flatMap(({ type, name, value, purpose }) =>
    isLookedUp(type) && (purpose === 'SPF' || purpose === 'DKIM')
      ? [{ type, name: fullName(name, domain), expected: value, proof: purpose === 'SPF' ? 'spf' : 'dkim' }]
      : [],
  )
}

const plain = (name: string): string => name.toLowerCase().replace(/\.$/, '')

function fullName(written: string, domain: string): string {
  const name = plain(written)
  return name === domain || name.endsWith(`.${domain}`) ? name : `${name}.${registrableOf(domain) ?? domain}`
}

/** The names at which receivers look for a DMARC record, in their order. */
function dmarcNames(domain: string): string[] {
  const above = registrableOf(domain)
  return [domain, ...(above === null || above === domain ? [] : [above])].map((name) => `_dmarc.${name}`)
}

export const questionsOf = (domain: string, records: readonly DnsRecord[]): DnsQuestion[] => [
  ...wantedOf(domain, records).map(({ type, name }) => ({ type, name })),
  ...dmarcNames(domain).map((name) => ({ type: 'TXT' as const, name })),
]

/** null: a question has no answer, so nothing new is known. */
export function judge(
  domain: string,
  records: readonly DnsRecord[],
  { answerTo, at }: { readonly answerTo: (question: DnsQuestion) => DnsAnswer; readonly at: Date },
): MailAuthentication | null {
  const questions = questionsOf(domain, records)
  if (questions.some((question) => answerTo(question).kind === 'unreachable')) return null
  const valuesOf = (question: DnsQuestion): string[] => {
    const answer = answerTo(question)
    const values = answer.kind === 'found' ? answer.values : []
    return values.slice(0, VALUES_MAX).map((value) => value.slice(0, VALUE_LENGTH_MAX))
  }
  const wanted = wantedOf(domain, records)
  const checked = wanted.map((one) => checkedRecord(one, valuesOf(one)))
  const published = dmarcNames(domain)
    .map((name) => ({ name, values: valuesOf({ type: 'TXT', name }).filter(isDmarc) }))
    .find(({ values }) => values.length > 0)
  const tags = published?.values.length === 1 ? tagsOf(published.values[0] ?? '') : null
  const policy = tags === null ? null : policyOf(tags, published?.name === `_dmarc.${domain}`)
  const dmarc =
    published === undefined || tags === null || policy === null
      ? null
      : { policy, name: published.name, aligned: alignedBy(domain, { tags, wanted, checked }) }
  return {
    state: dmarc !== null && dmarc.aligned.length > 0 ? 'proven' : 'unproven',
    checked_at: at.toISOString(),
    records: [...checked, dmarcRecord(domain, { found: published?.values ?? [], dmarc })],
    dmarc,
  }
}

function checkedRecord({ proof, type, name, expected }: Wanted, values: readonly string[]): CheckedRecord {
  const { found, fits, hint } = READ[type === 'TXT' ? proof : 'host'](values, expected)
  const record = { proof, type, name, expected, found: found.map(shown) }
  if (found.length === 0) return { ...record, state: 'missing', hint: 'Publish this record.' }
  return fits ? { ...record, state: 'found' } : { ...record, state: 'differs', hint }
}

interface Comparison {
  /** The published values that are of this kind. */
  readonly found: readonly string[]
  readonly fits: boolean
  readonly hint: string
}

const READ: Readonly<Record<'spf' | 'dkim' | 'host', (values: readonly string[], expected: string) => Comparison>> = {
  spf(values, expected) {
    const found = values.filter((value) => /^v=spf1(?: |$)/i.test(value.trim()))
    const has = termsOf(found[0] ?? '')
    const fits = found.length === 1 && [...termsOf(expected)].every((term) => has.has(term))
    const hint =
      found.length > 1
        ? 'A name may have one SPF record: receivers refuse to choose between several. Join them.'
        : 'Add the terms of the expected record to the one that is published.'
    return { found, fits, hint }
  },
  dkim(values, expected) {
    const found = values.filter((value) => tagsOf(value).has('p'))
    const key = keyOf(expected)
    const fits = found.some((value) => keyOf(value) === key)
    return { found, fits, hint: 'Another key is published under this name. Replace it by the expected one.' }
  },
  host(values, expected) {
    const fits = values.map(plain).includes(plain(expected))
    return { found: values, fits, hint: 'Another host is published under this name. Replace it by the expected one.' }
  },
}

/** What an SPF record lets send. How it ends (`~all`) is the owner's choice, and `v=spf1` is in each of them. */
const termsOf = (record: string): Set<string> =>
  new Set(
    record
      .trim()
      .toLowerCase()
      .split(/\s+/)
      .filter((term) => term !== 'v=spf1' && !/^[+?~-]?all$/.test(term)),
  )

const keyOf = (record: string): string => (tagsOf(record).get('p') ?? '').replaceAll(/\s/g, '')

/** `v=DMARC1; p=none` as its tags; the first of a name counts. */
function tagsOf(record: string): ReadonlyMap<string, string> {
  const tags = new Map<string, string>()
  for (const part of record.split(';')) {
    const at = part.indexOf('=')
    const name = part.slice(0, Math.max(at, 0)).trim().toLowerCase()
    if (name !== '' && !tags.has(name)) tags.set(name, part.slice(at + 1).trim())
  }
  return tags
}

const isDmarc = (value: string): boolean => /^v\s*=\s*DMARC1\s*(?:;|$)/.test(value.trim())

/** A record without a readable policy that wants reports counts as `none` (RFC 7489, 6.6.3). */
function policyOf(tags: ReadonlyMap<string, string>, isOwn: boolean): DmarcPolicy | null {
  const written = (isOwn ? undefined : tags.get('sp')) ?? tags.get('p')
  const policy = DMARC_POLICIES.find((one) => one === written?.toLowerCase())
  return policy ?? (tags.has('rua') ? 'none' : null)
}

/** Of SPF the domain of the return path counts, of DKIM the domain that signs; strict: it is the domain itself. */
function alignedBy(
  domain: string,
  {
    tags,
    wanted,
    checked,
  }: {
    readonly tags: ReadonlyMap<string, string>
    readonly wanted: readonly Wanted[]
    readonly checked: readonly CheckedRecord[]
  },
): (typeof ALIGNED)[number][] {
  const isAligned = (host: string, mode: string | undefined): boolean =>
    mode?.toLowerCase() === 's' ? host === domain : registrableOf(host) === registrableOf(domain)
  return ALIGNED.filter((proof) => {
    const records = checked.filter((one) => one.proof === proof)
    if (records.length === 0 || records.some(({ state }) => state !== 'found')) return false
    const hosts = wanted.filter((one) => one.proof === proof && one.type !== 'MX').map(({ name }) => hostOf(name))
    return hosts.length > 0 && hosts.every((host) => isAligned(host, tags.get(proof === 'spf' ? 'aspf' : 'adkim')))
  })
}

/** `key._domainkey.example.com` signs for `example.com`. */
const hostOf = (name: string): string => name.split('._domainkey.').at(-1) ?? name

function dmarcRecord(
  domain: string,
  { found, dmarc }: { readonly found: readonly string[]; readonly dmarc: Dmarc | null },
): CheckedRecord {
  const record = { proof: 'dmarc', type: 'TXT', found: found.map(shown) } as const
  const missing = { ...record, name: `_dmarc.${domain}`, expected: DMARC_EXPECTED } as const
  if (found.length === 0)
    return { ...missing, state: 'missing', hint: 'Publish this record: large receivers refuse bulk mail without it.' }
  if (dmarc === null)
    return {
      ...missing,
      state: 'differs',
      hint:
        found.length > 1
          ? 'A name may have one DMARC record: receivers ignore several. Keep one.'
          : 'The published record has no policy that receivers can read. Replace it by the expected one.',
    }
  const state = 'found'
  const published = { ...record, name: dmarc.name, expected: found[0] ?? DMARC_EXPECTED, state } as const
  return dmarc.aligned.length > 0
    ? published
    : { ...published, hint: 'Neither SPF nor DKIM is aligned with this domain yet: publish their records.' }
}

const shown = (value: string): string =>
  value.replaceAll('\0', '').toWellFormed().slice(0, SHOWN_LENGTH_MAX).toWellFormed()

/** The DNS of a sandbox domain that is verified: every record is published, and a DMARC record with them. */
export const simulatedDns =
  (domain: string) =>
  ({ type, name }: DnsQuestion): DnsAnswer => {
    if (name === `_dmarc.${domain}`) return { kind: 'found', values: ['v=DMARC1; p=none;'] }
    const values = simulatedRecords(domain, 'verified')
      .filter((record) => record.type === type && record.name === name)
      .map(({ value }) => value)
    return values.length === 0 ? { kind: 'none' } : { kind: 'found', values }
  }
