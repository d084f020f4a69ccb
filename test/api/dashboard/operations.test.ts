import { describe, expect, it } from '@jest/globals'
import type { PageParts } from '../../../api/dashboard/page.ts'
import { createPages } from '../../../api/dashboard/pages.ts'
import { createVisitorPages } from '../../../api/dashboard/visitor/visitor-pages.ts'
import { declaredRoutes } from '../../../api/http/declared-routes.ts'

/** What no page offers, by its reason. */
const LEFT_OUT: readonly (readonly [reason: string, operations: RegExp])[] = [
  ['has a page beside the dashboard', /^(explainTopup|payCheckout|connectSimulated|unsubscribe|show(?!Llms).*)$/],
  ['is for programs', /^(getOpenApi|getHealth|getReadiness|listErrors|showLlms|discoverFeedback|readHistoryOfMany)$/],
  ['is for apps that ask for access', /^get(AuthorizationServer|ProtectedResource)Metadata/],
  ['is the reference, which every page may link', /^getApiReference/],
  ['is what providers call', /^receive/],
  ['is part of every page, which says who is signed in and where', /^(whoAmI|signOut|switchWorkspace)$/],
  ['is listed on a page with all that it has', /^(getInvoice|getWatchRefresh|getProvider|listRows)$/],
]
/** No page offers these yet: a new route gets a page, and this list gets shorter. */
const STILL_MISSING: readonly string[] = ['deleteRows', 'exportRows']

const found = new Set<string>()
const find: PageParts['find'] = (operationId) => {
  found.add(operationId)
  return () => Promise.reject(new Error('no call is expected'))
}
createPages({ find, db: Object.create(null), publicUrl: () => '' })
createVisitorPages({ find, db: Object.create(null), publicUrl: () => '' })

describe('every operation of the API', () => {
  const operations = declaredRoutes().map(({ operationId }) => operationId)
  const isLeftOut = (name: string): boolean => LEFT_OUT.some(([, left]) => left.test(name))

  it('is offered by a page, or left out with a reason', () => {
    expect(operations.filter((name) => !found.has(name) && !isLeftOut(name))).toEqual(
      operations.filter((name) => STILL_MISSING.includes(name)),
    )
    expect(STILL_MISSING.filter((name) => !operations.includes(name))).toEqual([])
  })

  it.each(LEFT_OUT)('is left out for a reason that some of them have: it %s', (_, left) => {
    expect(operations.some((name) => left.test(name))).toBe(true)
  })
})
