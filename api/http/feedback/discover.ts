import { FEEDBACK_BYTES_MAX, FEEDBACK_SPEC_VERSION, FEEDBACK_TYPES } from '../../../domain/feedback/report.ts'
import { defineRoute } from '../../route/route.ts'
import { FeedbackDiscovery } from '../../schemas/feedback.ts'

/** Spec 4.12; decisions, "feedback discovery": where agents learn how to send reports. */
export const discoverFeedback = ({ publicUrl }: { readonly publicUrl: () => string }) =>
  defineRoute({
    operationId: 'discoverFeedback',
    method: 'GET',
    path: '/.well-known/agent-feedback',
    summary: 'Feedback discovery document',
    description: 'Agents find the feedback route with this document (Agent Feedback Protocol 0.1).',
    tags: ['Feedback'],
    spec: '4.12',
    access: 'public',
    etag: true,
    responses: {
      200: { description: 'The discovery document of the Agent Feedback Protocol 0.1.', schema: FeedbackDiscovery },
    },
    errors: [],
    async handler({ reply }) {
      return reply(200, {
        spec_version: FEEDBACK_SPEC_VERSION,
        endpoint: `${publicUrl()}/feedback`,
        types: [...FEEDBACK_TYPES],
        max_bytes: FEEDBACK_BYTES_MAX,
        auth: 'none',
      })
    },
  })
