import { Argument, Option } from 'commander'
import { noun, operation } from '../operation-command.ts'
import { itemsTable } from '../output/items.ts'
import { membersText } from '../output/members.ts'
import { styledState } from '../output/style.ts'
import { listAt, textAt } from '../output/value.ts'

const list = operation({
  name: 'list',
  summary: 'list email inboxes, and the domains for new ones',
  operation: 'GET /v1/email/inboxes',
  view: (body, context) => {
    const inboxes = itemsTable(
      [
        { title: 'INBOX', whole: true, of: (inbox) => textAt(inbox, 'inbox_id') },
        { title: 'ADDRESS', of: (inbox) => textAt(inbox, 'address') },
        { title: 'STATUS', styled: styledState, of: (inbox) => textAt(inbox, 'status') },
        { title: 'KEY', spare: true, of: (inbox) => textAt(inbox, 'account') },
      ],
      listAt(body, 'items'),
      context,
    )
    const named = listAt(body, 'domains').map((one) => `${textAt(one, 'domain')} ${textAt(one, 'status')}`)
    const domains = membersText(
      [
        ['domains', named.join(', ')],
        ['not verified', listAt(body, 'registered_domains').map(String).join(', ')],
      ],
      context.style,
    )
    return [inboxes, domains].filter((text) => text !== '').join('\n')
  },
  examples: ['svc inboxes', 'svc inboxes list --field items.0.inbox_id'],
})

const create = operation<{ readonly domain?: string; readonly displayName?: string }>({
  name: 'create',
  summary: 'create an email inbox',
  operation: 'POST /v1/email/inboxes',
  words: [new Argument('<username>', 'part of the address before the @')],
  options: [
    new Option('--domain <domain>', "one of your active domains (the provider's)"),
    new Option('--display-name <name>', 'name that recipients see beside the address'),
  ],
  sends: ({ words: [username], options: { domain, displayName } }) => ({
    body: { username, domain, display_name: displayName },
  }),
  view: (inbox, { style }) =>
    membersText(
      [
        ['inbox', textAt(inbox, 'inbox_id')],
        ['address', textAt(inbox, 'address')],
        ['status', textAt(inbox, 'status')],
      ],
      style,
    ),
  examples: ["svc inboxes create ada --display-name 'Ada Example'"],
})

/** Spec 4.13. */
export const inboxes = noun(list, create)
