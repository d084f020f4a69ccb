/** Domains at which dots in the name mean nothing. */
const DOTLESS = new Set(['gmail.com', 'googlemail.com'])

/**
 * The mailbox that an address leads to, for telling whether two are one person's: without what follows a plus sign, and at Google
 * without dots and under one domain. An address that is none is itself, in lower case.
 */
export function mailboxOf(address: string): string {
  const [, name = '', domain = ''] = /^([^@]+)@([^@]+)$/.exec(address.trim().toLowerCase()) ?? []
  if (domain === '') return address.trim().toLowerCase()
  const bare = name.replace(/\+.*$/, '')
  return DOTLESS.has(domain) ? `${bare.replaceAll('.', '')}@gmail.com` : `${bare}@${domain}`
}
