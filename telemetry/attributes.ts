import type { Attributes } from '@opentelemetry/api'
import type { ReadableSpan } from '@opentelemetry/sdk-trace-base'
import { idPattern } from '../domain/ids/ids.ts'

/**
 * Every attribute that may leave the process. Like log lines, spans hold only listed fields: no address, query, body,
 * header, statement value or error message can leave by accident, whichever library sets it.
 */
export const ATTRIBUTES: ReadonlySet<string> = new Set([
  'http.request.method',
  'http.route',
  'http.response.status_code',
  'http.request.body.size',
  'http.response.body.size',
  'server.address',
  'db.system.name',
  'db.operation.name',
  'db.query.summary',
  'error.type',
  'request.id',
  'run.id',
  'workspace.id',
  'environment',
  'provider',
  'capability',
  'endpoint',
  'attempt.number',
  'outcome',
  'retryable',
  'delivery.id',
  'webhook.id',
  'inbound.id',
  'watch.id',
  'refresh.id',
  'subscription',
  'temporalWorkflowId',
  'temporalWorkflowType',
  'temporalRunId',
  'temporalActivityId',
])

/** Temporal's interceptors use these names: their `run_id` is an execution's, and would be mistaken for a run's. */
const RENAMED: Readonly<Record<string, string>> = {
  run_id: 'temporalRunId',
  workflowId: 'temporalWorkflowId',
  workflowType: 'temporalWorkflowType',
  runId: 'temporalRunId',
}

const RUN_ID = new RegExp(idPattern('run'))

/**
 * The span in its exportable form: listed attributes, the class of an error, and the run's id where its workflow is
 * known.
 */
export function exportable(span: ReadableSpan): ReadableSpan {
  const attributes: Attributes = {}
  for (const [name, value] of Object.entries(span.attributes)) {
    const known = RENAMED[name] ?? name
    if (ATTRIBUTES.has(known)) attributes[known] = value
  }
  const workflow = attributes['temporalWorkflowId']
  if (typeof workflow === 'string' && RUN_ID.test(workflow)) attributes['run.id'] ??= workflow
  const thrown = span.events.find(({ name }) => name === 'exception')?.attributes?.['exception.type']
  if (thrown !== undefined) attributes['error.type'] ??= thrown
  return Object.create(span, {
    attributes: { value: attributes, enumerable: true },
    events: { value: [], enumerable: true },
    status: { value: { code: span.status.code }, enumerable: true },
  })
}

/** Whether a text is a run's id, and not a caller's own text. */
export const isRunId = (text: string): boolean => RUN_ID.test(text)
