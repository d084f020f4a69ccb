import Type from 'typebox'
import { type Assets, createAssets } from '../../dashboard/assets.ts'
import { DOCS_PATH } from '../../dashboard/paths.ts'
import { DOCS_HEADERS } from '../../docs/frame.ts'
import { docsIndex, guidePage } from '../../docs/guide-page.ts'
import { type Guide, readGuides } from '../../docs/guides.ts'
import { missingPage } from '../../docs/missing-page.ts'
import { type ProviderFacts, providersSection } from '../../docs/providers-section.ts'
import { HTML } from '../../html/html.ts'
import { defineRoute, type Route } from '../../route/route.ts'
import { LINKED } from '../../service-links.ts'
import { DOCUMENT_PAGE } from '../open-page.ts'

export interface DocsDeps {
  readonly providers: ProviderFacts
  readonly publicUrl: () => string
}

interface DocsParts {
  readonly assets: Assets
  readonly guides: readonly Guide[]
}

/** The guides (decisions, "guides"): `docs/guides/` of the repository as pages of the service. */
export function docsRoutes({ providers, publicUrl }: DocsDeps): Route[] {
  let made: DocsParts | undefined
  const parts = (): DocsParts => (made ??= { assets: createAssets(), guides: readGuides(publicUrl()) })
  return [showDocs(parts), showGuide(parts, providers)]
}

const showDocs = (parts: () => DocsParts) =>
  defineRoute({
    ...DOCUMENT_PAGE,
    operationId: 'showDocs',
    path: DOCS_PATH,
    summary: 'List the guides',
    responses: { 200: { description: 'The list.', ...HTML } },
    async handler({ reply }) {
      return reply(200, docsIndex(parts()), { ...DOCS_HEADERS, ...LINKED })
    },
  })

const showGuide = (parts: () => DocsParts, providers: ProviderFacts) =>
  defineRoute({
    ...DOCUMENT_PAGE,
    operationId: 'showGuide',
    path: `${DOCS_PATH}/{guide}`,
    summary: 'Read a guide',
    params: Type.Object({ guide: Type.String() }, { additionalProperties: false }),
    responses: {
      200: { description: 'The guide.', ...HTML },
      404: { description: 'There is no such guide.', ...HTML },
    },
    async handler({ params, reply }) {
      const { assets, guides } = parts()
      const guide = guides.find(({ slug }) => slug === params.guide)
      if (guide === undefined) return reply(404, missingPage(assets), DOCS_HEADERS)
      const further = guide.slug === 'going-live' ? providersSection(providers) : null
      return reply(200, guidePage(guide, { assets, guides, further }), DOCS_HEADERS)
    },
  })
