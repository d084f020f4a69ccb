import { randomUUID } from 'node:crypto'
import { Problem } from '../../../errors/problem.ts'
import { html, type Html } from '../../../html/markup.ts'
import { EmailDomain } from '../../../schemas/inbox.ts'
import { badge, facts, notice, time } from '../../elements.ts'
import { actionOf, formOf } from '../../forms.ts'
import { type MakePage, can, type View } from '../../page.ts'
import { toCopy } from '../../secret.ts'
import {
  accountOfSender,
  domainBadge,
  isFound,
  type ShownAuthentication,
  type ShownDomain,
  type ShownProof,
  type ShownRecord,
} from './domain-texts.ts'
import { deleteDomainPath, domainPath, DOMAINS_PATH, INBOXES_PATH } from './paths.ts'

/** One domain: the DNS records to publish, each ready to be copied, and whether the provider has found them. */
export const domainPage: MakePage = ({ find }) => {
  const getEmailDomain = find('getEmailDomain', EmailDomain)
  const checkEmailDomain = find('checkEmailDomain', EmailDomain)
  const addEmailDomain = find('addEmailDomain', EmailDomain)
  return {
    path: `${DOMAINS_PATH}/{domain}`,
    section: INBOXES_PATH,
    async show(view) {
      const found = await getEmailDomain(view, { params: view.params })
      return {
        title: found.domain,
        state: domainBadge(found.status),
        actions: can(view, 'owner') ? actions(view, found) : [],
        main: html`${nextStep(found)}
${facts([
  ['Records found', `${found.records.filter(isFound).length} of ${found.records.length}`],
  ['Provider', found.provider],
  ["Provider's account", accountOfSender(found.account)],
  ['Added', time(found.created_at)],
])}
<h2>DNS records</h2>
${recordList(found)}
<h2>What receivers find</h2>
${proofs(found.authentication)}`,
      }
    },
    async act(view, form) {
      const domain = view.params['domain'] ?? ''
      if (actionOf(form) === 'check') await checkEmailDomain(view, { params: { domain } })
      else if (actionOf(form) === 'repeat')
        await addEmailDomain(view, { body: { domain }, headers: { 'Idempotency-Key': form.get('once') ?? '' } })
      else throw new Problem('invalid_request', 'There is no action with this name.')
      return domainPath(view, domain)
    },
  }
}

function nextStep({ status, records }: ShownDomain): Html {
  if (records.length === 0)
    return notice('warn', 'The provider has not answered yet, so its records are not known. Add the domain again.')
  switch (status) {
    case 'active':
      return notice('good', 'The domain is verified: inboxes can be created under it. Keep its records published.')
    case 'failed':
      return notice('bad', 'The provider did not find the records. Compare them with those below, then check again.')
    default:
      return notice(
        'warn',
        'Publish these records where the DNS of the domain is managed, then check it. That can take some hours.',
      )
  }
}

const labelled = (id: string, label: string, value: string): Html =>
  html`<div><label for="${id}">${label}</label>${toCopy({ id, label, value })}</div>`

const recordList = ({ records }: ShownDomain): Html =>
  records.length === 0
    ? html`<p class="empty">No record is known yet.</p>`
    : html`<ol class="records">${records.map(recordOf)}</ol>`

function recordOf(record: ShownRecord, index: number): Html {
  const { type, name, value, priority, ttl, purpose, status } = record
  const id = `record-${index + 1}`
  const more = [
    ...(priority === undefined ? [] : [`Priority ${priority}`]),
    ...(ttl === undefined ? [] : [`TTL ${ttl}`]),
  ]
  return html`<li class="card" id="${id}"><p class="hit-line"><strong>${type}</strong>
${purpose !== undefined && html`<span class="quiet">${purpose}</span>`}
${status !== undefined && badge(status, isFound(record) ? 'good' : 'warn')}
<span class="quiet">${more.join(', ')}</span></p>
<div class="record">${labelled(`${id}-name`, 'Name', name)}
${labelled(`${id}-value`, 'Value', value)}</div></li>
`
}

const PROOF_NOTICES: Readonly<Record<ShownAuthentication['state'], readonly ['good' | 'warn', string]>> = {
  proven: ['good', 'Receivers can tell that mail of this domain is yours.'],
  unproven: ['warn', 'Receivers cannot tell that mail of this domain is yours. Publish what is missing.'],
  unknown: ['warn', 'The name servers of this domain have not answered yet. Check the domain.'],
}

const proofs = ({
  state,
  checked_at: at,
  dmarc,
  records,
}: ShownAuthentication): Html => html`${notice(...PROOF_NOTICES[state])}
${facts([
  ['Looked up', at === null ? 'not yet' : time(at)],
  ['DMARC policy', dmarc?.policy ?? 'none'],
  ['Aligned', dmarc === null || dmarc.aligned.length === 0 ? 'nothing' : dmarc.aligned.map(upper).join(' and ')],
])}
${records.length > 0 && html`<ol class="records">${records.map(proofOf)}</ol>`}`

const upper = (word: string): string => word.toUpperCase()

function proofOf({ proof, type, name, expected, found, state, hint }: ShownProof, index: number): Html {
  const id = `proof-${index + 1}`
  return html`<li class="card" id="${id}"><p class="hit-line"><strong>${upper(proof)}</strong>
<span class="quiet">${type} of ${name}</span> ${badge(state, state === 'found' ? 'good' : 'warn')}</p>
${hint !== undefined && html`<p>${hint}</p>`}
${found.map((value) => html`<p class="quiet">Found: <code>${value}</code></p>`)}
${state !== 'found' && html`<div class="record">${labelled(`${id}-value`, 'Expected', expected)}</div>`}</li>
`
}

function actions(view: View, { domain, status, records }: ShownDomain): Html[] {
  const isKnown = records.length > 0
  const form = isKnown
    ? { action: 'check', submit: status === 'pending' ? 'Check the records' : 'Check again' }
    : { action: 'repeat', submit: 'Add it again', hidden: { once: randomUUID() } }
  return [
    formOf({ ...form, fields: [] }, view.refused),
    html`<a class="button danger" href="${deleteDomainPath(view, domain)}">Remove…</a>`,
  ]
}
