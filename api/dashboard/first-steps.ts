import { readFirstSteps } from '../../db/runs/first-steps.ts'
import { html, type Html, type Part } from '../html/markup.ts'
import { badge } from './elements.ts'
import { may, type PageParts, type View } from './page.ts'
import { pagePath } from './paths.ts'

interface StepShown {
  readonly done: boolean
  readonly what: Part
}

/** What newcomers do first, ticked by what the workspace has done; null: all of it is done, or not theirs to do. */
export async function firstSteps(
  { db, publicUrl }: Pick<PageParts, 'db' | 'publicUrl'>,
  view: View,
): Promise<Html | null> {
  if (!may(view, 'owner')) return null
  const found = await readFirstSteps(db, view.caller.principal.workspaceId)
  const steps: StepShown[] = [
    {
      done: found.ranOnPage,
      what: html`<a href="${pagePath('test', '/catalog/capabilities/contact.find')}">Run something on a page</a>: the
form is filled in, and the sandbox costs nothing.`,
    },
    {
      done: found.ranByKey,
      what: html`<a href="${pagePath('test', '/keys/new')}">Make a sandbox key</a>, or take that of the
sign-up, and run it from your shell:
<code>curl ${publicUrl()}/v1/run -H "Authorization: Bearer $SVC_API_KEY" --json
'{"capability":"contact.find","input":{"full_name":"Ada Example","domain":"example.com"}}'</code>`,
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
  )}</ol></section>`
}
