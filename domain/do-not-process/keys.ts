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
      return [{ kind, value }, ...nationalOf(value)]
    case 'linkedin':
      return [{ kind, value }]
    default:
      return domains
  }
}

const NORTH_AMERICAN = /^\+1(\d{10})$/

/** Registers of the United States hash the ten digits of a number, without the code of the country. */
function nationalOf(phone: string): ListedKey[] {
  const digits = NORTH_AMERICAN.exec(phone)?.[1]
  return digits === undefined ? [] : [{ kind: 'phone', value: digits }]
}

export const listedKey = ({ kind, value }: ListedKey): string => `${kind} ${value}`

/** Each key once. */
export const distinctKeys = (keys: readonly ListedKey[]): ListedKey[] => [
  ...new Map(keys.map((key) => [listedKey(key), key])).values(),
]
