import { ONE_CLICK, UNSUBSCRIBE_PATH } from '../../../domain/outbound/unsubscribe.ts'
import { escapeHtml, htmlPage } from '../../html/html.ts'

/** The page of a link: its one button unsubscribes, without a script. */
export const confirmPage = (address: string, token: string): string =>
  htmlPage({
    title: 'Unsubscribe',
    body: `<p>Stop emails from this sender to <strong>${escapeHtml(address)}</strong>?</p>
<form method="post" action="${UNSUBSCRIBE_PATH}${escapeHtml(token)}">
<input type="hidden" name="${ONE_CLICK.name}" value="${ONE_CLICK.value}">
<button class="main" type="submit">Unsubscribe</button></form>`,
  })

export const donePage = (address: string): string =>
  htmlPage({
    title: 'Unsubscribed',
    body: `<p>This sender writes no more emails to <strong>${escapeHtml(address)}</strong>. You can close this page.</p>`,
  })

export const missingPage = (): string =>
  htmlPage({
    title: 'This link does not work',
    body: '<p>The address is incomplete or no longer valid. Open the link from the email again.</p>',
  })
