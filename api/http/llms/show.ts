import Type from 'typebox'
import { capabilityStatus } from '../../../domain/capabilities/status.ts'
import { defineRoute, type Route } from '../../route/route.ts'
import { AnyQuery } from '../../schemas/common.ts'
import { LINKED } from '../../service-links.ts'
import type { Listing } from '../catalog/listing.ts'
import type { ClientPackages } from '../../clients/packages.ts'
import { llmsText } from './text.ts'

export interface ShowLlmsDeps {
  readonly listing: Pick<Listing, 'capabilities' | 'manifests'>
  readonly publicUrl: () => string
  readonly clients: Pick<ClientPackages, 'list'>
  /** The routes that it lists, without its own. */
  readonly routes: readonly Route[]
}

/** Decisions, "OpenAPI": the first document for an agent that knows only the service's URL. */
export const showLlms = ({ listing: { capabilities, manifests }, publicUrl, routes, clients }: ShowLlmsDeps) =>
  defineRoute({
    operationId: 'showLlms',
    method: 'GET',
    path: '/llms.txt',
    summary: 'Service description for language models',
    description:
      'Follows llmstxt.org: how to start, the live capabilities, and links to all descriptions. Generated from the routes and capabilities.',
    tags: ['Service'],
    spec: '9.4',
    access: 'public',
    etag: true,
    query: AnyQuery,
    responses: { 200: { description: 'Markdown.', contentType: 'text/plain; charset=utf-8', schema: Type.String() } },
    errors: [],
    async handler({ reply }) {
      const live = capabilities.filter(({ slug }) => capabilityStatus(slug, manifests) === 'live')
      return reply(
        200,
        llmsText({ publicUrl: publicUrl(), capabilities: live, routes, clients: clients.list() }),
        LINKED,
      )
    },
  })
