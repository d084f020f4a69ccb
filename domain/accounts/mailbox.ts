/** Domains that ignore dots in the name. */
const DOTLESS = new Set(['gmail.com', 'googlemail.com'])

/**
 * The mailbox of an address, for checking whether two addresses belong to one person, and for counting what is sent to
 * one person: without the plus sign and the text after it, and at Google without dots and under one domain. A text that
 * is no address stays as it is, in lower case.
 */
export function mailboxOf(address: string): string {
  const [, name = '', domain = ''] = /^([^@]+)@([^@]+)$/.exec(address.trim().toLowerCase()) ?? []
  if (domain === '') return address.trim().toLowerCase()
  const bare = name.replace(/\+.*$/, '')
  return DOTLESS.has(domain) ? `${bare.replaceAll('.', '')}@gmail.com` : `${bare}@${domain}`
}
