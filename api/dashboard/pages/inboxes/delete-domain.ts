import { html } from '../../../html/markup.ts'
import { EmailDomain } from '../../../schemas/inbox.ts'
import { confirmationPage } from '../../confirmation.ts'
import { at, type MakePage, type View } from '../../page.ts'
import { domainPath, DOMAINS_PATH, INBOXES_PATH } from './paths.ts'

const paramsOf = (view: View) => ({ domain: view.params['domain'] ?? '' })

/** Confirms that a domain and its inboxes are removed. */
export const deleteDomainPage: MakePage = ({ find }) => {
  const getEmailDomain = find('getEmailDomain', EmailDomain)
  const deleteEmailDomain = find('deleteEmailDomain', EmailDomain)
  return confirmationPage({
    path: `${DOMAINS_PATH}/{domain}/delete`,
    section: INBOXES_PATH,
    async confirms(view) {
      const { domain, account, provider } = await getEmailDomain(view, { params: paramsOf(view) })
      return {
        title: 'Remove the domain?',
        consequences: html`<p>The inboxes under <strong>${domain}</strong> are removed with it and send nothing more.
${account === 'own' && `In your own account at ${provider} the domain stays.`}</p>`,
        action: 'delete',
        submit: 'Remove the domain',
        back: domainPath(view, domain),
      }
    },
    async act(view) {
      await deleteEmailDomain(view, { params: paramsOf(view) })
      return at(view, INBOXES_PATH)
    },
  })
}
