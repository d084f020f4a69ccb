import { always, defineTool, READS } from '../tool.ts'

/** Spec 4.9 over MCP. */
export const inspectTool = defineTool({
  name: 'inspect',
  title: 'Inspect a capability or a raw endpoint',
  description:
    'Shows what a run takes, gives and costs: input schema, output fields, offers with the prices of this workspace, health, an example. Give `capability`, or `provider` and `endpoint` as `discover` names them. Free. Do this before the first run of anything: its `input_schema` is what `run` checks `input` by.',
  annotations: READS,
  operations: { inspect: {} },
  choose: always('inspect'),
})
