import Type from 'typebox'
import { KNOWN_ISSUE_STATUSES } from '../../domain/feedback/known-issue.ts'
import {
  FEEDBACK_BYTES_MAX,
  FEEDBACK_LENGTHS as LENGTHS,
  FEEDBACK_METHODS,
  FEEDBACK_OUTCOMES,
  FEEDBACK_SPEC_VERSION,
  FEEDBACK_TYPES,
} from '../../domain/feedback/report.ts'
import { idPattern } from '../../domain/ids/ids.ts'
import { anyObject, closed, oneOf, Timestamp } from './common.ts'
import { named } from './named.ts'

const text = (maxLength: number, description: string, minLength = 0) =>
  Type.String({ maxLength, description, ...(minLength === 0 ? {} : { minLength }) })
const optional = (maxLength: number, description: string) => Type.Optional(text(maxLength, description))

/** Spec 4.12. Any other field is refused. */
export const FeedbackRequest = named(
  'FeedbackReport',
  closed({
    type: oneOf(FEEDBACK_TYPES, { description: 'The kind of problem.' }),
    goal: text(LENGTHS.goal, 'The task that you or your user wanted to complete, not the call.', 1),
    message: text(LENGTHS.message, 'The problem.', 1),
    endpoint: Type.Optional(text(LENGTHS.endpoint, 'A capability, raw endpoint, MCP tool or path.', 1)),
    method: Type.Optional(oneOf(FEEDBACK_METHODS, { description: 'The HTTP method, if the endpoint is a path.' })),
    outcome: Type.Optional(oneOf(FEEDBACK_OUTCOMES, { description: 'The outcome of the task.' })),
    expected: optional(LENGTHS.text, 'The expected behaviour.'),
    suggestion: optional(LENGTHS.text, 'The change that would have solved the problem.'),
    workaround: Type.Optional(Type.Boolean({ description: 'Whether you found a workaround.' })),
    workaround_description: optional(LENGTHS.text, 'Which way.'),
    request_id: optional(LENGTHS.id, 'A `run_id`, or the `request_id` of an error.'),
    session_id: optional(LENGTHS.id, 'Any value that all reports of one task share.'),
    agent: Type.Optional(
      closed({
        name: optional(LENGTHS.name, 'The name of the agent.'),
        version: optional(LENGTHS.version, 'Your version.'),
        model: optional(LENGTHS.name, 'The model of the agent.'),
        framework: optional(LENGTHS.name, 'The framework of the agent.'),
      }),
    ),
    evidence: Type.Optional(
      closed({
        status_code: Type.Optional(Type.Integer({ minimum: 100, maximum: 599 })),
        request: Type.Optional(anyObject({ description: 'The request, without secrets.' })),
        response_excerpt: optional(LENGTHS.excerpt, 'The relevant part of the response.'),
      }),
    ),
  }),
)

/** Spec 4.12; besides the members of the specification, the protocol requires the id of a known issue. */
export const FeedbackAccepted = named(
  'FeedbackAccepted',
  closed({
    id: Type.String({ pattern: idPattern('fb') }),
    status: Type.Literal('accepted'),
    received_at: Timestamp,
    known_issue: Type.Optional(
      closed(
        {
          id: Type.String({ pattern: idPattern('issue') }),
          title: Type.String(),
          status: oneOf(KNOWN_ISSUE_STATUSES),
          workaround: Type.Optional(Type.String()),
        },
        { description: 'The problem is already tracked. Do not report it again.' },
      ),
    ),
  }),
)

/** The protocol's discovery document. */
export const FeedbackDiscovery = named(
  'FeedbackDiscovery',
  closed({
    spec_version: Type.Literal(FEEDBACK_SPEC_VERSION),
    endpoint: Type.String({ format: 'uri', description: 'The URL for reports (POST).' }),
    types: Type.Array(oneOf(FEEDBACK_TYPES)),
    max_bytes: Type.Literal(FEEDBACK_BYTES_MAX),
    auth: Type.Literal('none', { description: 'Always `none`: reports need no credential.' }),
  }),
)
