import { mailboxOf } from '../accounts/mailbox.ts'
import { domainsOf } from '../identity/covers.ts'
import type { Identity } from '../identity/kinds.ts'
import type { ListedKey } from './lists.ts'

/**
 * The texts by which a list covers an identity: itself, the mailbox of an address (`kim@` of `kim+news@`), and for
 * lists of domains its host with the parents.
 */
export function keysOf(identity: Identity): ListedKey[] {
  const { kind, value } = identity
  const domains = domainsOf(identity).map((domain): ListedKey => ({ kind: 'domain', value: domain }))
  switch (kind) {
    case 'email': {
      const mailbox = mailboxOf(value)
      const other: ListedKey[] = mailbox === value ? [] : [{ kind, value: mailbox }]
      return [{ kind, value }, ...other, ...domains]
    }
    case 'phone':
    case 'linkedin':
      return [{ kind, value }]
    default:
      return domains
  }
}

export const listedKey = ({ kind, value }: ListedKey): string => `${kind} ${value}`

/** Each key once. */
export const distinctKeys = (keys: readonly ListedKey[]): ListedKey[] => [
  ...new Map(keys.map((key) => [listedKey(key), key])).values(),
]
