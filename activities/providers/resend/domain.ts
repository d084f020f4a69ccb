import type { Json } from '../../../domain/json/json.ts'
import type { DnsRecord, ReportedDomain } from '../../../domain/senders/email-domain.ts'
import type { EmailDomainStatus } from '../../../domain/senders/inbox-address.ts'
import { countOf, listOf, objectOf, objectsOf, textOf } from '../wire.ts'

/** A domain has three to seven records; a page of domains a hundred at most. */
const RECORDS_MAX = 50
export const DOMAINS_PER_PAGE = 100

/** Null: the answer describes no domain. */
export function readDomain(body: Json): ReportedDomain | null {
  const domain = objectOf(body)
  const externalId = textOf(domain?.id)
  if (externalId === null) return null
  const records = listOf(domain?.records, RECORDS_MAX).flatMap(readRecord)
  return { externalId, status: statusOf(textOf(domain?.status), records), records }
}

function readRecord(value: Json): DnsRecord[] {
  const record = objectOf(value)
  const [type, name, content] = [textOf(record?.type), textOf(record?.name), textOf(record?.value)]
  if (type === null || name === null || content === null) return []
  return [
    {
      type,
      name,
      value: content,
      ttl: textOf(record?.ttl),
      priority: countOf(record?.priority),
      purpose: textOf(record?.record),
      status: textOf(record?.status),
    },
  ]
}

/** Records without which mail cannot be sent; those of receiving and tracking are not needed. */
const isForSending = ({ purpose }: DnsRecord): boolean => purpose === 'SPF' || purpose === 'DKIM'

/** A domain of which only a part is verified can send if that part is the one for sending. */
function statusOf(reported: string | null, records: readonly DnsRecord[]): EmailDomainStatus {
  if (reported === 'verified') return 'active'
  const sending = records.filter(isForSending)
  const isSending = sending.length > 0 && sending.every(({ status }) => status === 'verified')
  if (isSending && reported?.startsWith('partially_') === true) return 'active'
  return reported === 'failed' || reported === 'partially_failed' ? 'failed' : 'pending'
}

/** Whether the domain was made with this return path: its records for SPF are at it. */
export const hasReturnPath = ({ records }: ReportedDomain, path: string): boolean =>
  records.some(({ purpose, name }) => purpose === 'SPF' && (name === path || name.startsWith(`${path}.`)))

/** One page of the account's domains: the id of the one with this name, and where the next page begins. */
export function findInPage(body: Json, domain: string): { readonly id: string | null; readonly after: string | null } {
  const page = objectOf(body)
  const domains = objectsOf(page?.data, DOMAINS_PER_PAGE)
  const found = domains.find((one) => textOf(one.name)?.toLowerCase() === domain)
  return {
    id: textOf(found?.id),
    after: page?.has_more === true ? textOf(domains.at(-1)?.id) : null,
  }
}

/** What the provider states about a domain that some account of it has. */
const ALREADY = /already|registered|exists|in use|taken/i

/** Whether a refusal states that the domain exists, in this account or in another one. */
export const isAlreadyThere = (status: number, body: Json): boolean =>
  status >= 400 && status < 500 && ALREADY.test(textOf(objectOf(body)?.message) ?? '')
