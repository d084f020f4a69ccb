import Type from 'typebox'
import { type Assets, createAssets } from '../../dashboard/assets.ts'
import { DOCS_PATH } from '../../dashboard/paths.ts'
import { DOCS_HEADERS } from '../../docs/frame.ts'
import { clientsSection } from '../../docs/clients-section.ts'
import { docsIndex, type Generated, guidePage } from '../../docs/guide-page.ts'
import { type Guide, type GuideSlug, readGuides } from '../../docs/guides.ts'
import type { ClientPackages } from '../../clients/packages.ts'
import { missingPage } from '../../docs/missing-page.ts'
import { type ProviderFacts, providersSection } from '../../docs/providers-section.ts'
import { HTML } from '../../html/html.ts'
import { defineRoute, type Route } from '../../route/route.ts'
import { LINKED } from '../../service-links.ts'
import { DOCUMENT_PAGE } from '../open-page.ts'

export interface DocsDeps {
  readonly providers: ProviderFacts
  readonly publicUrl: () => string
  readonly clients: Pick<ClientPackages, 'list'>
}

interface DocsParts {
  readonly assets: Assets
  readonly guides: readonly Guide[]
}

/** The guides (decisions, "guides"): `docs/guides/` of the repository as pages of the service. */
export function docsRoutes({ providers, publicUrl, clients }: DocsDeps): Route[] {
  let made: DocsParts | undefined
  const parts = (): DocsParts => (made ??= { assets: createAssets(), guides: readGuides(publicUrl()) })
  return [showDocs(parts), showGuide(parts, { providers, clients })]
}

/** Parts of guides that are made from data; null: there is nothing to show. */
const FURTHER: Partial<Record<GuideSlug, (deps: Omit<DocsDeps, 'publicUrl'>) => Generated | null>> = {
  quickstart: ({ clients }) => clientsSection(clients.list()),
  'going-live': ({ providers }) => providersSection(providers),
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

const showGuide = (parts: () => DocsParts, { providers, clients }: Omit<DocsDeps, 'publicUrl'>) =>
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
      const further = FURTHER[guide.slug]?.({ providers, clients }) ?? null
      return reply(200, guidePage(guide, { assets, guides, further }), DOCS_HEADERS)
    },
  })
