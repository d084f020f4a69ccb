import type { SecurityContact } from '../../../domain/settings/operator-pages.ts'

/** Crawlers read the public pages. What needs a sign-in or a key has nothing for them. */
export const ROBOTS = `User-agent: *
Disallow: /dashboard
Disallow: /oauth/
Disallow: /v1/
`

/** RFC 9116; its line of comment states what is missing. */
export const securityText = (security: SecurityContact | null, publicUrl: string): string =>
  security === null
    ? '# The operator of this service has not published a contact for vulnerabilities yet.\n'
    : `${security.contacts.map((contact) => `Contact: ${contact}\n`).join('')}Expires: ${security.expires}
Canonical: ${publicUrl}/.well-known/security.txt
Preferred-Languages: en
`
