import type { EmailDomainStatus } from './inbox-address.ts'

/** A DNS record that the owner of a domain publishes; `name` is as the provider writes it. */
export interface DnsRecord {
  readonly type: string
  readonly name: string
  readonly value: string
  readonly ttl: string | null
  /** Only of an MX record. */
  readonly priority: number | null
  /** What the record is for, as the provider calls it. */
  readonly purpose: string | null
  /** The provider's word. */
  readonly status: string | null
}

/** A domain as its provider reports it. */
export interface ReportedDomain {
  /** The provider's id of it. */
  readonly externalId: string
  readonly status: EmailDomainStatus
  readonly records: readonly DnsRecord[]
}

/** The records of a domain in the sandbox, in the form of the real provider's. */
export function simulatedRecords(domain: string, status: 'pending' | 'verified'): DnsRecord[] {
  const record = (purpose: string, type: string, name: string, value: string, priority: number | null): DnsRecord => ({
    type,
    name: `${name}.${domain}`,
    value,
    ttl: 'Auto',
    priority,
    purpose,
    status,
  })
  return [
    record('SPF', 'MX', 'send', 'feedback.simulated.example', 10),
    record('SPF', 'TXT', 'send', 'v=spf1 include:simulated.example ~all', null),
    record('DKIM', 'TXT', 'simulated._domainkey', 'p=simulated', null),
  ]
}
