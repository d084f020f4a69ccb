import { html } from '../html/markup.ts'
import type { Problem } from '../errors/problem.ts'
import type { Shown } from './page.ts'
import { DASHBOARD_PATH } from './paths.ts'

const titleOf = ({ httpStatus }: Problem): string => {
  if (httpStatus === 404) return 'Not found'
  if (httpStatus === 503) return 'Not available now'
  return httpStatus >= 500 ? 'Something went wrong' : 'This cannot be done'
}

/** Shown instead of a page: the API's message, and the request id for support. */
export const errorShown = (problem: Problem, requestId: string): Shown => ({
  title: titleOf(problem),
  main: html`<p class="problem" role="alert">${problem.publicMessage}</p>
${problem.httpStatus === 404 && html`<p>Live and the sandbox are separate. An object of one does not exist in the other.</p>`}
<p><a href="${DASHBOARD_PATH}">To the overview</a></p>
<p class="quiet">For support: <code>${problem.code}</code>, <code>${requestId}</code></p>`,
})
