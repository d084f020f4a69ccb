import { formatUsd } from '../../../domain/money/microdollars.ts'
import { escapeHtml, htmlPage } from '../../html/html.ts'
import type { SimulatedCheckout } from './simulated.ts'

const NOTICE =
  '<p class="notice"><strong>This is a simulation.</strong> No money moves, and no real card is needed.</p>'

function facts({ what, workspaceName, environment, amount, period }: SimulatedCheckout): string {
  const every = period === null ? '' : ` ${escapeHtml(period)}`
  return `<p class="amount">$${formatUsd(amount)}${every}</p>
<dl><dt>For</dt><dd>${escapeHtml(what)}</dd><dt>Workspace</dt><dd>${escapeHtml(workspaceName)}</dd>
<dt>Environment</dt><dd>${environment}</dd></dl>`
}

const BUTTONS = [
  ['works', 'main', 'Pay with a valid card'],
  ['declined', '', 'Pay with a declined card'],
  ['declines_later', '', 'Pay now, and decline later automatic charges of this card'],
] as const

const forms = (id: string, cardNumber: string | null): string =>
  BUTTONS.map(([card, style, label]) => {
    const number = cardNumber === null ? '' : `&amp;number=${cardNumber}`
    const main = style === '' ? '' : ` class="${style}"`
    return `<form method="post" action="/checkout/${escapeHtml(id)}/pay?card=${card}${number}">
<button${main} type="submit">${label}</button></form>`
  }).join('')

/** Requests the number of a simulated card, to test two workspaces that pay with the same card. */
function cardForm(id: string, cardNumber: string | null): string {
  const payer =
    cardNumber === null
      ? 'Without a number, the workspace pays with its default simulated card.'
      : `Pays with the simulated card ${cardNumber}.`
  return `<form method="get" action="/checkout/${escapeHtml(id)}">
<label for="number">Simulated card number: any 4 to 8 digits.
The same number is the same card in every workspace.</label>
<input id="number" name="number" inputmode="numeric" pattern="[0-9]{4,8}" required autocomplete="off"
  value="${cardNumber ?? ''}"><button type="submit">Use this simulated card</button></form>
<p>${payer}</p>`
}

const OUTCOME_TEXTS = {
  open: '',
  paid: '<h2>Paid</h2><p>This checkout is paid. You can close this page.</p>',
  over: '<h2>Expired</h2><p>This checkout can no longer be paid. Start a new one.</p>',
  declined: '<h2>Declined</h2><p>The card was declined, and nothing was credited. You can try another card.</p>',
} as const

interface Shown {
  /** The outcome of the last try. */
  readonly tried?: 'declined'
  readonly cardNumber?: string | null
}

/** The page of a checkout, in its current state or after a failed try. */
export function checkoutPage(
  id: string,
  checkout: SimulatedCheckout,
  { tried, cardNumber = null }: Shown = {},
): string {
  const open = checkout.state === 'open'
  const outcome = OUTCOME_TEXTS[open && tried !== undefined ? tried : checkout.state]
  const formHtml = open ? `${forms(id, cardNumber)}${checkout.takesCardNumber ? cardForm(id, cardNumber) : ''}` : ''
  return htmlPage({ title: 'Simulated checkout', body: `${NOTICE}${outcome}${facts(checkout)}${formHtml}` })
}

export const missingPage = (): string =>
  htmlPage({
    title: 'No such checkout',
    body: '<p>There is no simulated checkout at this URL. The URL of a Stripe checkout is in the response that opened it.</p>',
  })
