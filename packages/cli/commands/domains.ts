import { Argument } from 'commander'
import { noun, operation } from '../operation-command.ts'
import { factsOf, itemsOf, partsOf, time } from '../output/items.ts'
import { styledState } from '../output/style.ts'
import { safeLine } from '../output/text.ts'
import { textAt } from '../output/value.ts'

const DOMAIN = new Argument('<domain>', 'domain or subdomain whose DNS records you can publish')
const CHECK = 'Publish the records. Then: svc domains check <domain>'

const domainView = partsOf(
  factsOf([
    ['domain', 'domain'],
    ['status', 'status'],
    ['provider', 'provider'],
  ]),
  // Not shortened, because they are copied to the DNS.
  itemsOf(
    [
      { title: 'TYPE', fixed: true, of: 'type' },
      { title: 'NAME', fixed: true, of: 'name' },
      { title: 'VALUE', fixed: true, of: 'value' },
      { title: 'PRIORITY', right: true, of: 'priority' },
      { title: 'STATUS', styled: styledState, of: 'status' },
    ],
    'records',
  ),
)

const list = operation({
  name: 'list',
  summary: 'list sending domains',
  operation: 'GET /v1/email/domains',
  view: itemsOf([
    { title: 'DOMAIN', fixed: true, of: 'domain' },
    { title: 'STATUS', fixed: true, styled: styledState, of: 'status' },
    { title: 'PROVIDER', spare: true, of: 'provider' },
    { title: 'KEY', spare: true, of: 'account' },
    { title: 'ADDED', spare: true, of: time('created_at') },
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
