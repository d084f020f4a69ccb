import { parseUsd } from '../../domain/money/microdollars.ts'
import { attributes, html, type Html } from '../html/markup.ts'
import type { SpendGuard } from '../schemas/spend-guard.ts'
import { usd, usdRounded } from './elements.ts'

/** Above these shares of the limit the meter changes its colour. */
const NEARLY = 0.8
const FULL = 0.95

/**
 * Today's charges and the money now held, against the daily limit where there is one. `labelId`: the heading that names
 * it.
 */
export function spendToday(
  {
    enabled,
    daily_limit: limit,
    spent_today: spent,
    settled_today: settled,
    held_now: held,
    resets_at: resets,
  }: SpendGuard,
  labelId: string,
): Html {
  const charged = html`<p class="figure">${usdRounded(settled)}</p>`
  const andHeld = held !== '0.00' && html` and ${usd(held)} held.`
  if (limit === null || !enabled) {
    const why = limit === null ? 'There is no daily limit.' : `The limit of ${usd(limit)} is disabled.`
    return html`${charged}<p class="quiet">charged${andHeld || '.'} ${why}</p>`
  }
  // Meters count in dollars: the precision that a double loses is not visible. The exact amounts are next to it.
  const [most, now] = [Number(limit), Number(spent)]
  const share = parseUsd(limit) === 0n ? 100 : Math.round((now / most) * 100)
  const meter = attributes({
    min: 0,
    max: most,
    low: most * NEARLY,
    high: most * FULL,
    optimum: 0,
    value: now,
    'aria-labelledby': labelId,
    'aria-describedby': `${labelId}-text`,
  })
  const alsoCounted = andHeld ? html`${andHeld} Both count:` : ':'
  return html`${charged}
<meter${meter}>${share} %</meter>
<p class="quiet" id="${labelId}-text">charged${alsoCounted} ${share} % of today's limit of ${usd(limit)};
it resets at ${resets.slice(11, 16)} UTC.</p>`
}
