import { readFileSync } from 'node:fs'
import type { Capability } from '../../../domain/capabilities/capability.ts'
import type { ProviderManifest } from '../../../domain/providers/manifest.ts'
import { priceListOf } from '../../../domain/routing/price-list.ts'
import { SAMPLE_BASE_URL } from '../../docs/guides.ts'
import { readSkills, type Skill } from '../../docs/skills.ts'
import { MARKDOWN } from '../../html/html.ts'
import { defineRoute, type Route } from '../../route/route.ts'
import { LINKED } from '../../service-links.ts'
import { DOCUMENT_PAGE } from '../open-page.ts'
import { skillRoutes } from '../skills/routes.ts'
import { wellKnownRoutes } from '../well-known/routes.ts'
import { pricingText } from './pricing-text.ts'

export interface AgentDocumentDeps {
  readonly publicUrl: () => string
  readonly capabilities: readonly Capability[]
  readonly manifests: readonly ProviderManifest[]
}

/** What an agent reads in addition to llms.txt: prices, access, skills, and the documents at well-known places. */
export function agentDocuments({ publicUrl, capabilities, manifests }: AgentDocumentDeps): Route[] {
  let read: readonly Skill[] | undefined
  const skills = (): readonly Skill[] => (read ??= readSkills(publicUrl()))
  const prices = priceListOf(capabilities, manifests)
  return [
    markdown({
      operationId: 'showPricing',
      path: '/pricing.md',
      summary: 'Prices for agents',
      text: () => pricingText(publicUrl(), { prices, manifests }),
    }),
    markdown({
      operationId: 'showAuth',
      path: '/auth.md',
      summary: 'Authentication for agents',
      text: () =>
        readFileSync(new URL('../../../docs/auth.md', import.meta.url), 'utf8').replaceAll(
          SAMPLE_BASE_URL,
          publicUrl(),
        ),
    }),
    ...skillRoutes(skills),
    ...wellKnownRoutes({ publicUrl, skills }),
  ]
}

interface AgentDocument {
  readonly operationId: string
  readonly path: string
  readonly summary: string
  readonly text: () => string
}

const markdown = ({ operationId, path, summary, text }: AgentDocument): Route => {
  let made: string | undefined
  return defineRoute({
    ...DOCUMENT_PAGE,
    operationId,
    path,
    summary,
    responses: { 200: { description: 'Markdown.', ...MARKDOWN } },
    handler: async ({ reply }) => reply(200, (made ??= text()), LINKED),
  })
}
