import { html } from '../../../html/markup.ts'
import { EmailDomain } from '../../../schemas/inbox.ts'
import { destroyPage } from '../../confirmation.ts'
import { pageUrl } from '../../page.ts'
import { domainPath, DOMAINS_PATH, INBOXES_PATH } from './paths.ts'

/** Confirms that a domain and its inboxes are removed. */
export const deleteDomainPage = destroyPage({
  path: `${DOMAINS_PATH}/{domain}/delete`,
  section: INBOXES_PATH,
  read: ['getEmailDomain', EmailDomain],
  destroy: ['deleteEmailDomain', EmailDomain],
  confirms: ({ domain, account, provider }, view) => ({
    title: 'Remove the domain?',
    consequences: html`<p>The inboxes under <strong>${domain}</strong> are removed with it and send nothing more.
${account === 'own' && `In your own account at ${provider} the domain stays.`}</p>`,
    action: 'delete',
    submit: 'Remove the domain',
    back: domainPath(view, domain),
  }),
  next: (view) => pageUrl(view, INBOXES_PATH),
})
