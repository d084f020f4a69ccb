/** Domains that ignore dots in the name. */
const DOTLESS = new Set(['gmail.com', 'googlemail.com'])

/**
 * A plus sign and the text after it. A plus sign at the beginning is a part of the name: gateways that send text
 * messages have addresses like `+4917112345678@sms.example.com`, each of another person.
 */
const TAG = /([^+])\+.*$/

/**
 * The mailbox of an address, for checking whether two addresses belong to one person, and for counting what is sent to
 * one person: without the tag behind a plus sign, and at Google without dots and under one domain. A text that is no
 * address stays as it is, in lower case.
 */
export function mailboxOf(address: string): string {
  const [, name = '', domain = ''] = /^([^@]+)@([^@]+)$/.exec(address.trim().toLowerCase()) ?? []
  if (domain === '') return address.trim().toLowerCase()
  const bare = name.replace(TAG, '$1')
  return DOTLESS.has(domain) ? `${bare.replaceAll('.', '')}@gmail.com` : `${bare}@${domain}`
}
