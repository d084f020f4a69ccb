import type { Page, PageParts } from './page.ts'
import { overviewPage } from './pages/overview.ts'
import { runPage } from './pages/run.ts'
import { runsPage } from './pages/runs.ts'
import { topupPage } from './pages/topup.ts'
import { walletPage } from './pages/wallet.ts'

/** Every page, in the order in which the navigation shows those that stand there. */
export const createPages = (parts: PageParts): Page[] =>
  [overviewPage, runsPage, runPage, walletPage, topupPage].map((make) => make(parts))
