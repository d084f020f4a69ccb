import { readFirstSteps } from '../../db/runs/first-steps.ts'
import { html, type Html, type Part } from '../html/markup.ts'
import { CLIENTS_PATH } from '../clients/packages.ts'
import { badge } from './elements.ts'
import { can, type PageParts, type View } from './page.ts'
import { formOf } from './forms.ts'
import { pagePath, REFERENCE_PATH } from './paths.ts'

interface StepShown {
  readonly done: boolean
  readonly what: Part
}

/** What newcomers do first, ticked by what the workspace has done; null: it is done, hidden, or not theirs to do. */
export async function firstSteps({ db, clients }: Pick<PageParts, 'db' | 'clients'>, view: View): Promise<Html | null> {
  if (!can(view, 'owner') || view.firstSteps.hidden) return null
  const found = await readFirstSteps(db, view.caller.principal.workspaceId)
  const steps: StepShown[] = [
    {
      done: found.ranOnPage,
      what: html`<a href="${pagePath('test', '/catalog/capabilities/contact.find')}">Run something on a page</a>: the
form is filled in, and the sandbox costs nothing.`,
    },
    {
      done: found.ranByKey,
      what: html`<a href="${pagePath('test', '/keys/new')}">Make a sandbox key</a>, and send the same request as a
program does, <a href="${REFERENCE_PATH}/createRun">from its page of the API reference</a>${
        clients.list().length > 0 && html`, or <a href="${CLIENTS_PATH}">install a client</a>`
      }.`,
    },
    { done: found.toppedUp, what: html`<a href="${pagePath('live', '/wallet')}">Top up the live wallet</a>.` },
    {
      done: found.ranLive,
      what: html`<a href="${pagePath('live', '/catalog')}">Run something for real</a>: only what is delivered is
charged.`,
    },
  ]
  const done = steps.filter((step) => step.done).length
  if (done === steps.length) return null
  return html`<section class="card first-steps"><h2>First steps: ${done} of ${steps.length}</h2>
<ol>${steps.map(
    (step) => html`<li>${step.done ? badge('done', 'good') : badge('to do', 'quiet')} ${step.what}</li>`,
  )}</ol>
${formOf({ action: 'hide-first-steps', submit: 'Hide these steps', fields: [], style: 'plain' }, null)}</section>`
}
