import { invalidRequest } from '../../validation/check.ts'
import { defineTool } from '../tool.ts'

/** The operation of each action. */
const ACTIONS = {
  pause: 'pauseJob',
  resume: 'resumeJob',
  approve: 'approveJob',
  cancel: 'cancelJob',
  edit: 'updateJob',
  retry: 'retryJob',
} as const

type JobAction = keyof typeof ACTIONS
const isAction = (text: unknown): text is JobAction => typeof text === 'string' && Object.hasOwn(ACTIONS, text)
const names = Object.keys(ACTIONS)

/** Jobs over MCP: what a person decides about one. */
export const changeJobTool = defineTool({
  name: 'change_job',
  title: 'Change a job',
  description:
    'Changes a job by `action`: `pause`, `resume`, `cancel` (permanently), `approve` after its pilot, `edit` of `ceiling` or `concurrency`, `retry` of its failed rows as a new job (`only: "errors"`). PAID: `approve`, `resume` and `retry` run rows, up to the ceiling: only when the person has agreed.',
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  operations: { pauseJob: {}, resumeJob: {}, approveJob: {}, cancelJob: {}, updateJob: {}, retryJob: {} },
  own: { properties: { action: { type: 'string', enum: names } }, required: ['action'] },
  selects: Object.fromEntries(Object.entries(ACTIONS).map(([action, operation]) => [operation, { action }])),
  choose({ action, ...args }) {
    if (isAction(action)) return { operation: ACTIONS[action], args }
    throw invalidRequest([
      { path: '/action', message: action === undefined ? 'is required' : `must be one of: ${names.join(', ')}` },
    ])
  },
})
