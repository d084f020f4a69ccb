import type { Route } from '../../route/route.ts'
import { getAutoTopup, updateAutoTopup } from './auto-topup.ts'
import type { Cursors } from '../../route/cursors.ts'
import type { CheckoutDeps } from '../checkout/deps.ts'
import { listWalletBalances } from './balances.ts'
import { getInvoice, listInvoices } from './invoices.ts'
import { getTopup } from './get-topup.ts'
import { getWallet } from './get.ts'
import { openTopup } from './open-topup.ts'
import { getReferrals } from './referrals.ts'
import { listWalletTransactions } from './transactions.ts'

/** The wallet and how it is filled (Spec 4.11; decisions, "wallet", "payments", "referrals"). */
export const walletRoutes = (
  deps: CheckoutDeps & { readonly cursors: Cursors; readonly nowMs: () => number },
): Route[] => [
  getWallet(deps),
  listWalletTransactions(deps),
  listWalletBalances(deps),
  openTopup(deps),
  getTopup(deps),
  getAutoTopup(deps),
  updateAutoTopup(deps),
  listInvoices(deps),
  getInvoice(deps),
  getReferrals(deps),
]
