import type { Page, PageParts } from './page.ts'
import { overviewPage } from './pages/overview.ts'

/** Every page, in the order in which the navigation shows those that stand there. */
export const createPages = (parts: PageParts): Page[] =>
  [overviewPage].map((make) => make(parts))
