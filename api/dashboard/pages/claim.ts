import { CLAIM_REFUSALS } from '../../../domain/accounts/claims.ts'
import { PERIOD_WORDS } from '../../../domain/budgets/budget.ts'
import { findOpenClaim, type OpenClaim } from '../../../db/access/agents/claim.ts'
import { refuseLink } from '../../auth/account-mails.ts'
import { html, type Html } from '../../html/markup.ts'
import { AgentClaimed } from '../../schemas/agent-sign-up.ts'
import { facts, notice, time, usd, withNote } from '../elements.ts'
import { formOf } from '../forms.ts'
import { pageUrl, type MakePage, type View } from '../page.ts'
import { ACCOUNT_PATH, CLAIM_PATH, SWITCH_PATH } from '../paths.ts'
import { NEEDED_BUDGET_FIELDS } from './keys/terms-form.ts'

const tokenOf = ({ query }: View): string => query['token'] ?? ''

/** A person adopts the workspace that an agent made. A button does it, because programs open links of mails too. */
export const claimPage: MakePage = ({ find, db }) => {
  const claimAgent = find('claimAgent', AgentClaimed)
  return {
    path: CLAIM_PATH,
    section: ACCOUNT_PATH,
    async show(view) {
      const claim = await findOpenClaim(db, tokenOf(view), view.caller.principal.userId)
      if (claim === null) return refuseLink()
      return {
        title: 'Adopt the workspace of an agent',
        main: claim.isFor === 'you' ? offer(view, claim) : refusal(view, claim.isFor),
      }
    },
    async act(view, form) {
      const budget = { amount: form.get('amount') ?? '', period: form.get('period') ?? '' }
      const { workspace, budget: given } = await claimAgent(view, { body: { token: tokenOf(view), budget } })
      return {
        title: 'The workspace is yours',
        main: html`${notice(
          'good',
          html`You own ${workspace.name}. Its agent can now take a live key with a budget of ${usd(given.amount)}
${PERIOD_WORDS[given.period]}.`,
        )}
<p>Nothing is to be copied: the agent fetches the key itself. You see it on the page "API keys" of that workspace, and
change or revoke it there. It spends nothing before you have topped up the wallet.</p>
${formOf(
  {
    action: 'switch',
    path: SWITCH_PATH,
    submit: 'Go to the workspace',
    fields: [],
    hidden: { workspace_id: workspace.id },
  },
  null,
)}`,
      }
    },
  }
}

const offer = ({ refused }: View, { name, signedUpAt, expiresAt, runs }: OpenClaim): Html =>
  html`<p class="lead">An agent signed up by itself and works with simulated data. If you adopt its workspace, you own
it, and the agent gets a live key with the budget that you set here.</p>
${facts([
  ['Name', withNote(name, "In the agent's own words, which the service has not checked.")],
  ['Signed up', time(signedUpAt.toISOString())],
  ['Sandbox runs', runs],
  ['This link ends', time(expiresAt.toISOString())],
])}
<p>Adopt it only if you know which agent this is. It keeps its sandbox key.</p>
${formOf({ action: 'claim', submit: 'Adopt the workspace', fields: NEEDED_BUDGET_FIELDS }, refused)}`

const refusal = (view: View, isFor: keyof typeof CLAIM_REFUSALS): Html =>
  html`${notice('warn', CLAIM_REFUSALS[isFor])}
<p><a href="${pageUrl(view, ACCOUNT_PATH)}">Account</a></p>`
