import { Argument } from 'commander'
import type { Context } from '../context.ts'
import { noun, operation } from '../operation-command.ts'
import { itemsOf, itemsTable } from '../output/items.ts'
import { membersText } from '../output/members.ts'
import { styledState } from '../output/style.ts'
import { safeLine } from '../output/text.ts'
import { listAt, textAt, timeAt } from '../output/value.ts'

const DOMAIN = new Argument('<domain>', 'domain or subdomain whose DNS records you can publish')
const CHECK = 'Publish the records. Then: svc domains check <domain>'

const list = operation({
  name: 'list',
  summary: 'list sending domains',
  operation: 'GET /v1/email/domains',
  view: itemsOf([
    { title: 'DOMAIN', whole: true, of: (domain) => textAt(domain, 'domain') },
    { title: 'STATUS', whole: true, styled: styledState, of: (domain) => textAt(domain, 'status') },
    { title: 'PROVIDER', spare: true, of: (domain) => textAt(domain, 'provider') },
    { title: 'KEY', spare: true, of: (domain) => textAt(domain, 'account') },
    { title: 'ADDED', spare: true, of: (domain) => timeAt(domain, 'created_at') },
  ]),
  examples: ['svc domains', 'svc domains list --json'],
})

const view = operation({
  name: 'view',
  alias: 'get',
  summary: 'show a domain with its DNS records',
  operation: 'GET /v1/email/domains/{domain}',
  words: [DOMAIN],
  sends: ({ words: [domain = ''] }) => ({ params: { domain } }),
  view: domainView,
  examples: ['svc domains view mail.example.com'],
})

const add = operation({
  name: 'add',
  summary: 'add a domain, and show the DNS records to publish',
  operation: 'POST /v1/email/domains',
  words: [DOMAIN],
  sends: ({ words: [domain] }) => ({ body: { domain } }),
  view: domainView,
  note: () => CHECK,
  examples: ['svc domains add mail.example.com'],
})

const check = operation({
  name: 'check',
  summary: 'check the published records',
  operation: 'POST /v1/email/domains/{domain}/check',
  words: [DOMAIN],
  sends: ({ words: [domain = ''] }) => ({ params: { domain } }),
  view: domainView,
  examples: ['svc domains check mail.example.com'],
})

const remove = operation({
  name: 'remove',
  alias: 'delete',
  summary: 'remove a domain: no mail can be sent from it',
  operation: 'DELETE /v1/email/domains/{domain}',
  words: [DOMAIN],
  sends: ({ words: [domain = ''] }) => ({ params: { domain } }),
  view: (body) => `${safeLine(textAt(body, 'domain'))} removed\n`,
  examples: ['svc domains remove mail.example.com'],
})

/** Spec 4.13. */
export const domains = noun(list, view, add, check, remove)

function domainView(domain: unknown, context: Context): string {
  const facts = membersText(
    [
      ['domain', textAt(domain, 'domain')],
      ['status', textAt(domain, 'status')],
      ['provider', textAt(domain, 'provider')],
    ],
    context.style,
  )
  // Whole, because they are copied to the DNS.
  const records = itemsTable(
    [
      { title: 'TYPE', whole: true, of: (record) => textAt(record, 'type') },
      { title: 'NAME', whole: true, of: (record) => textAt(record, 'name') },
      { title: 'VALUE', whole: true, of: (record) => textAt(record, 'value') },
      { title: 'PRIORITY', right: true, of: (record) => textAt(record, 'priority') },
      { title: 'STATUS', styled: styledState, of: (record) => textAt(record, 'status') },
    ],
    listAt(domain, 'records'),
    context,
  )
  return records === '' ? facts : `${facts}\n${records}`
}
