import { randomUUID } from 'node:crypto'
import type { Static } from 'typebox'
import { USERNAME_LENGTH_MAX } from '../../../../domain/senders/inbox-address.ts'
import { Problem } from '../../../errors/problem.ts'
import { html, type Html } from '../../../html/markup.ts'
import { EmailDomain, EmailDomainList, EmailInbox, EmailInboxList } from '../../../schemas/inbox.ts'
import { type ShownRow, table, time, withNote } from '../../elements.ts'
import { actionOf, formOf } from '../../forms.ts'
import { pageUrl, type DashboardPage, type MakePage, can, type PageParts, type View } from '../../page.ts'
import { domainBadge, inboxBadge, isFound, noteOf, type ShownDomain } from './domain-texts.ts'
import { domainPath, INBOXES_PATH } from './paths.ts'

const DOMAIN_LENGTH_MAX = 253
const DISPLAY_NAME_LENGTH_MAX = 100

type Inboxes = Static<typeof EmailInboxList>

/** The addresses that email is sent from and arrives at, and the workspace's own domains for them. */
export const inboxesPage: MakePage = ({ find }) => {
  const listEmailInboxes = find('listEmailInboxes', EmailInboxList)
  const listEmailDomains = find('listEmailDomains', EmailDomainList)
  return {
    path: INBOXES_PATH,
    section: INBOXES_PATH,
    navigation: { name: 'Inboxes', group: 'Sending' },
    async show(view) {
      const [inboxes, domains] = await Promise.all([listEmailInboxes(view), listEmailDomains(view)])
      const decides = can(view, 'owner')
      return {
        title: 'Inboxes',
        main: html`<p class="lead">Email leaves from an inbox, and answers to it arrive as
<a href="${pageUrl(view, '/events')}">events</a>.</p>
${inboxTable(inboxes.items, decides)}
${decides && inboxForm(view, inboxes.domains)}
<h2>Your own domains</h2>
${domainTable(view, domains.items, decides)}
${decides && domainForm(view)}`,
      }
    },
    act: actionsOf(find),
  }
}

function actionsOf(find: PageParts['find']): NonNullable<DashboardPage['act']> {
  const createEmailInbox = find('createEmailInbox', EmailInbox)
  const addEmailDomain = find('addEmailDomain', EmailDomain)
  return async (view, form) => {
    const text = (name: string): string => (form.get(name) ?? '').trim()
    const headers = { 'Idempotency-Key': form.get('once') ?? '' }
    switch (actionOf(form)) {
      case 'create': {
        const displayName = text('display_name')
        await createEmailInbox(view, {
          body: {
            username: text('username'),
            domain: text('domain'),
            ...(displayName === '' ? {} : { display_name: displayName }),
          },
          headers,
        })
        return pageUrl(view, INBOXES_PATH)
      }
      case 'add': {
        const { domain } = await addEmailDomain(view, { body: { domain: text('domain') }, headers })
        return domainPath(view, domain)
      }
      default:
        throw new Problem('invalid_request', 'There is no action with this name.')
    }
  }
}

const inboxTable = (inboxes: Inboxes['items'], decides: boolean): Html =>
  table({
    id: 'inboxes',
    caption: 'Inboxes',
    headed: true,
    empty: html`No inbox yet. ${
      decides ? 'Create one below, then send from it with' : 'An owner of the workspace creates one to send with'
    } <code>email.send</code>.`,
    columns: [{ title: 'Address', wraps: true }, { title: 'State' }],
    rows: inboxes.map(({ inbox_id: id, address, status, account }): ShownRow => ({
      id,
      cells: [withNote(address, noteOf(id, account)), withNote(inboxBadge(status), NEXT[status] ?? null)],
    })),
  })

const NEXT: Readonly<Partial<Record<Inboxes['items'][number]['status'], string>>> = {
  pending: 'create it again to ask the provider',
  disabled: 'connect your key again',
}

function inboxForm(view: View, domains: Inboxes['domains']): Html {
  const usable = domains.filter(({ status }) => status === 'active').map(({ domain }) => domain)
  const waiting = domains.length - usable.length
  if (usable.length === 0)
    return html`<p>No domain can be used yet: add your own below${waiting > 0 && ' and publish its records'}, or
<a href="${pageUrl(view, '/connections')}">connect your key</a> of agentmail.</p>`
  return html`<h2>Create an inbox</h2>
${formOf(
  {
    action: 'create',
    submit: 'Create the inbox',
    columns: true,
    hidden: { once: randomUUID() },
    fields: [
      {
        name: 'username',
        label: 'Before the @',
        hint: 'Letters and digits, with single . _ + or - between them.',
        maxLength: USERNAME_LENGTH_MAX,
        autocomplete: 'off',
      },
      { name: 'domain', label: 'Domain', options: usable.map((domain) => [domain, domain] as const) },
      {
        name: 'display_name',
        label: 'Name',
        hint: 'Recipients see it next to the address.',
        optional: true,
        maxLength: DISPLAY_NAME_LENGTH_MAX,
        autocomplete: 'off',
      },
    ],
  },
  view.refused,
)}`
}

const domainTable = (view: View, domains: readonly ShownDomain[], decides: boolean): Html =>
  table({
    id: 'domains',
    caption: 'Your own domains',
    headed: true,
    empty: decides
      ? 'No domain of yours yet. Add one, publish its DNS records, and create inboxes under it.'
      : 'No domain of yours yet. An owner of the workspace adds them.',
    columns: [
      { title: 'Domain', wraps: true },
      { title: 'State' },
      { title: 'Records found', numeric: true },
      { title: 'Added' },
    ],
    rows: domains.map(({ domain, status, records, created_at: addedAt }): ShownRow => ({
      id: `domain-${domain}`,
      cells: [
        html`<a href="${domainPath(view, domain)}">${domain}</a>`,
        domainBadge(status),
        `${records.filter(isFound).length} of ${records.length}`,
        time(addedAt),
      ],
    })),
  })

const domainForm = ({ refused }: View): Html =>
  formOf(
    {
      action: 'add',
      submit: 'Add the domain',
      style: 'plain',
      hidden: { once: randomUUID() },
      fields: [
        {
          name: 'domain',
          label: 'Domain',
          hint: 'A domain whose DNS records you can publish. A subdomain such as mail.example.com keeps its mail apart.',
          maxLength: DOMAIN_LENGTH_MAX,
          autocomplete: 'off',
        },
      ],
    },
    refused,
  )
