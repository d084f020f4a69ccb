import { always, defineTool, READS } from '../tool.ts'

/** Spec 4.9 over MCP. */
export const inspectTool = defineTool({
  name: 'inspect',
  title: 'Inspect a capability or a raw endpoint',
  description:
    'Shows the input schema, the output fields, the offers with the prices of this workspace, the health and an example. Pass `capability`, or `provider` and `endpoint` from `discover`. Free. Call it before the first run: `run` validates `input` against this `input_schema`.',
  budgeted: true,
  untrusted: ['input', 'example'],
  annotations: READS,
  operations: { inspect: {} },
  choose: always('inspect'),
})
