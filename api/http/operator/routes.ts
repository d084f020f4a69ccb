import { readFileSync } from 'node:fs'
import Type from 'typebox'
import { OPERATOR_PAGES, type OperatorDocuments, type OperatorPage } from '../../../domain/settings/operator-pages.ts'
import { createAssets } from '../../dashboard/assets.ts'
import { OPEN_PAGE_HEADERS } from '../../dashboard/layout.ts'
import { HTML } from '../../html/html.ts'
import { defineRoute, type Route } from '../../route/route.ts'
import { DOCUMENT_PAGE } from '../open-page.ts'
import { operatorPage } from './page.ts'
import { ROBOTS, securityText } from './texts.ts'

const TEXT = { contentType: 'text/plain; charset=utf-8', schema: Type.String() } as const

export interface OperatorDeps {
  readonly documents: OperatorDocuments
  readonly publicUrl: () => string
}

/** What only the operator of a public service can write (docs/settings.md): terms, privacy, imprint, contact. */
export const operatorRoutes = ({ documents, publicUrl }: OperatorDeps): Route[] => [
  ...OPERATOR_PAGES.map((page) => showOperatorPage(page, documents)),
  textPage({ operationId: 'getRobots', path: '/robots.txt', summary: 'Rules for crawlers', text: () => ROBOTS }),
  textPage({
    operationId: 'getSecurityContact',
    path: '/.well-known/security.txt',
    summary: 'Contact for vulnerabilities (RFC 9116)',
    text: () => securityText(documents.security, publicUrl()),
  }),
]

const OPERATION_IDS = { terms: 'showTerms', privacy: 'showPrivacy', imprint: 'showImprint' } as const

/** A file is read when the service starts: a wrong path is noticed then. */
function showOperatorPage(page: OperatorPage, { pages }: OperatorDocuments): Route {
  const published = pages[page]
  const url = published !== null && 'url' in published ? published.url : null
  const text = published !== null && 'file' in published ? readFileSync(published.file, 'utf8') : null
  let made: string | undefined
  return defineRoute({
    ...DOCUMENT_PAGE,
    operationId: OPERATION_IDS[page],
    path: `/${page}`,
    summary: `The ${page} page of the operator`,
    responses: {
      200: { description: 'The page, or that it is not published yet.', ...HTML },
      302: { description: 'The page is at this URL.', ...HTML },
    },
    async handler({ reply }) {
      if (url !== null) return reply(302, '', { Location: url })
      return reply(200, (made ??= operatorPage(page, { assets: createAssets(), text }).toString()), OPEN_PAGE_HEADERS)
    },
  })
}

interface TextPage {
  readonly operationId: string
  readonly path: string
  readonly summary: string
  readonly text: () => string
}

const textPage = ({ operationId, path, summary, text }: TextPage): Route =>
  defineRoute({
    ...DOCUMENT_PAGE,
    operationId,
    path,
    summary,
    responses: { 200: { description: 'Plain text.', ...TEXT } },
    handler: async ({ reply }) => reply(200, text()),
  })
