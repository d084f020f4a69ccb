import { formatUsd } from '../../../domain/money/microdollars.ts'
import { escapeHtml, htmlPage } from '../../html.ts'
import type { SimulatedCheckout } from './simulated.ts'

const NOTICE = '<p class="notice"><strong>This is a simulation.</strong> No money moves, and no card is asked for.</p>'

const facts = ({ what, workspaceName, environment, amount, period }: SimulatedCheckout): string =>
  `<p class="amount">$${formatUsd(amount)}${period === null ? '' : ` ${escapeHtml(period)}`}</p><dl><dt>For</dt><dd>${escapeHtml(what)}</dd><dt>Workspace</dt><dd>${escapeHtml(workspaceName)}</dd><dt>Environment</dt><dd>${environment}</dd></dl>`

const BUTTONS = [
  ['works', 'main', 'Pay with a card that works'],
  ['declined', '', 'Pay with a card that is declined'],
  ['declines_later', '', 'Pay now, and let later automatic charges of this card be declined'],
] as const

const forms = (id: string): string => BUTTONS.map(([card, look, label]) =>
  `<form method="post" action="/checkout/${escapeHtml(id)}/pay?card=${card}"><button${look === '' ? '' : ` class="${look}"`} type="submit">${label}</button></form>`).join('')

const SAID = {
  open: '',
  paid: '<h2>Paid</h2><p>It was paid once, and pressing a button again changes nothing. You can close this page.</p>',
  over: '<h2>Over</h2><p>This checkout can no longer be paid. Start a new one.</p>',
  declined: '<h2>Declined</h2><p>The card was declined. Nothing was paid and nothing was credited. You can try again with another card.</p>',
} as const

/** The page of a checkout, in the state that it has or after what was just tried. */
export function checkoutPage(id: string, checkout: SimulatedCheckout, tried: 'declined' | null = null): string {
  const open = checkout.state === 'open'
  return htmlPage({ title: 'Simulated checkout', body: `${NOTICE}${SAID[open && tried !== null ? tried : checkout.state]}${facts(checkout)}${open ? forms(id) : ''}` })
}

export const missingPage = (): string => htmlPage({
  title: 'No such checkout', body: "<p>There is no simulated checkout at this address. It may be one of Stripe's, whose address is in the answer that opened it.</p>",
})
