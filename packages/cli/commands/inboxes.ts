import { Argument, Option } from 'commander'
import { noun, operation } from '../operation-command.ts'
import { factsOf, itemsOf, partsOf } from '../output/items.ts'
import { styledState } from '../output/style.ts'
import { listAt, textAt } from '../output/value.ts'

const domainsOf = (body: unknown): string =>
  listAt(body, 'domains')
    .map((one) => `${textAt(one, 'domain')} ${textAt(one, 'status')}`)
    .join(', ')

const list = operation({
  name: 'list',
  summary: 'list email inboxes, and the domains for new ones',
  operation: 'GET /v1/email/inboxes',
  view: partsOf(
    itemsOf([
      { title: 'INBOX', fixed: true, of: 'inbox_id' },
      { title: 'ADDRESS', of: 'address' },
      { title: 'STATUS', styled: styledState, of: 'status' },
      { title: 'KEY', spare: true, of: 'account' },
    ]),
    factsOf([
      ['domains', domainsOf],
      ['not verified', (body) => listAt(body, 'registered_domains').map(String).join(', ')],
    ]),
  ),
  examples: ['svc inboxes', 'svc inboxes list --field items.0.inbox_id'],
})

const create = operation<{ readonly domain?: string; readonly displayName?: string }>({
  name: 'create',
  summary: 'create an email inbox',
  operation: 'POST /v1/email/inboxes',
  words: [new Argument('<username>', 'part of the address before the @')],
  options: [
    new Option('--domain <domain>', "one of your active domains (the provider's)"),
    new Option('--display-name <name>', 'name that recipients see next to the address'),
  ],
  sends: ({ words: [username], options: { domain, displayName } }) => ({
    body: { username, domain, display_name: displayName },
  }),
  view: factsOf([
    ['inbox', 'inbox_id'],
    ['address', 'address'],
    ['status', 'status'],
  ]),
  examples: ["svc inboxes create ada --display-name 'Ada Example'"],
})

/** Spec 4.13. */
export const inboxes = noun(list, create)
