import { describe, expect, it } from '@jest/globals'
import type { PageParts } from '../../../api/dashboard/page.ts'
import { createDownloads, createPages } from '../../../api/dashboard/pages.ts'
import { createVisitorPages } from '../../../api/dashboard/visitor/visitor-pages.ts'
import { declaredRoutes } from '../../../api/http/declared-routes.ts'

/** What no page offers, by its reason. */
const LEFT_OUT: readonly (readonly [reason: string, operations: RegExp])[] = [
  [
    'has a page outside of the dashboard',
    /^(explainTopup|payCheckout|connectSimulated|unsubscribe|requestOfPerson|show(?!Llms).*)$/,
  ],
  ['is for programs', /^(getOpenApi|getHealth|getReadiness|listErrors|showLlms|discoverFeedback|readHistoryOfMany)$/],
  [
    'is what programs find by themselves',
    /^get(?:ApiCatalog|AiCatalog|SkillIndex|ClientIndex|Robots|SecurityContact|\w*McpServerCard)$/,
  ],
  ['is for an agent that comes without a person', /^(signUpAgent|getAgentSignUp|takeAgentLiveKey)$/],
  ['is for apps that ask for access', /^get(AuthorizationServer|ProtectedResource)Metadata/],
  ['is set up by the program that receives them', /^(listCallbacks|getCallbackSecret|rotateCallbackSecret)$/],
  ['is the reference, which every page may link', /^getApiReference/],
  ['is what providers call', /^receive/],
  ['is uploaded by the programs that hold the lists', /DoNotProcess/],
  ['is part of every page, which states who is signed in and where', /^(whoAmI|signOut|switchWorkspace)$/],
  ['is listed on a page with all that it has', /^(getInvoice|getWatchRefresh|getProvider|listRows)$/],
]

const found = new Set<string>()
const find: PageParts['find'] = (operationId) => {
  found.add(operationId)
  return () => Promise.reject(new Error('no call is expected'))
}
const findFile: PageParts['findFile'] = (operationId) => {
  found.add(operationId)
  return () => Promise.reject(new Error('no call is expected'))
}
const parts: PageParts = {
  find,
  findFile,
  db: Object.create(null),
  publicUrl: () => '',
  operators: null,
  mails: null,
  manifests: [],
  clients: { list: () => [] },
}
createPages(parts)
createDownloads(parts)
createVisitorPages(parts)

describe('every operation of the API', () => {
  const operations = declaredRoutes().map(({ operationId }) => operationId)
  const isLeftOut = (name: string): boolean => LEFT_OUT.some(([, left]) => left.test(name))

  it('is offered by a page, or left out with a reason', () => {
    expect(operations.filter((name) => !found.has(name) && !isLeftOut(name))).toEqual([])
  })

  it.each(LEFT_OUT)('is left out for a reason that some of them have: it %s', (_, left) => {
    expect(operations.some((name) => left.test(name))).toBe(true)
  })
})
