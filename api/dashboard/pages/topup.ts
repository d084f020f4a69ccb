import { html, type Html } from '../../html/markup.ts'
import { Topup } from '../../schemas/wallet.ts'
import { badge, facts, live, time, type Tone, usd, humanize } from '../elements.ts'
import type { MakePage } from '../page.ts'

const EVERY_MS = 2_000

const TONES: Readonly<Record<Topup['status'], Tone>> = {
  pending: 'busy',
  paid: 'good',
  failed: 'bad',
  expired: 'quiet',
  amount_differs: 'warn',
}

/** A pending top-up: links to its checkout, and shows when it is paid. */
export const topupPage: MakePage = ({ find }) => {
  const getTopup = find('getTopup', Topup)
  return {
    path: '/wallet/topups/{topup_id}',
    section: '/wallet',
    async show(view) {
      const topup = await getTopup(view, { params: view.params })
      return {
        title: 'Top-up',
        main: live(
          {
            id: 'topup',
            everyMs: topup.status === 'pending' ? EVERY_MS : null,
            announced: `Top-up: ${humanize(topup.status)}.`,
          },
          html`<p class="figure">${usd(topup.amount)}</p>
<p>${badge(humanize(topup.status), TONES[topup.status])}${topup.explanation !== null && html` ${topup.explanation}`}</p>
${checkoutLink(topup)}
${facts([
  ['Opened', time(topup.created_at)],
  ['Paid', topup.paid_at === null ? 'not yet' : time(topup.paid_at)],
  ['Refunded', usd(topup.refunded)],
  ['How', topup.origin === 'checkout' ? 'by a checkout' : 'automatically'],
])}`,
        ),
      }
    },
  }
}

/**
 * The checkout's page is this service's own or the payment provider's; it opens in a new tab, while this page waits.
 */
function checkoutLink({ status, checkout_url: url, simulated, amount }: Topup): Html | null {
  if (status !== 'pending' || url === null || !/^https?:\/\//.test(url)) return null
  return html`<p><a class="button main" href="${url}" target="_blank" rel="noopener">Pay ${usd(amount)}${simulated && ' in the simulated checkout'}<span class="unseen"> (opens in a new tab)</span></a></p>`
}
