import { html } from '../../markup.ts'
import { SpendGuard } from '../../schemas/spend-guard.ts'
import { Wallet } from '../../schemas/wallet.ts'
import { facts, usd, usdOrDash } from '../elements.ts'
import { at, type MakePage } from '../page.ts'

/** What a person wants to know first: is there money, is it spent as expected, and does everything work? */
export const overviewPage: MakePage = ({ find }) => {
  const getWallet = find('getWallet', Wallet)
  const getSpendGuard = find('getSpendGuard', SpendGuard)
  return {
    path: '', section: '', navigation: 'Overview',
    async show(view) {
      const [wallet, guard] = await Promise.all([getWallet(view), getSpendGuard(view)])
      return {
        title: 'Overview',
        main: html`${facts([['Available', usd(wallet.available)], ['Held', usd(wallet.held)], ['Spent today', usd(guard.spent_today)], ['Daily limit', usdOrDash(guard.daily_limit)]])}
<p><a href="${at(view, '')}">Reload</a></p>`,
      }
    },
  }
}
