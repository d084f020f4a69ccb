import { always, defineTool, READS } from '../tool.ts'

/** Spec 4.9 over MCP. */
export const discoverTool = defineTool({
  name: 'discover',
  title: 'Find what does a job',
  description:
    'Finds the capabilities and raw endpoints that do a job. Say the job in plain words, without names or values ("find the work email of a person"). Free; nothing is run. Begin here, then `inspect` the best hit. Prefer capabilities: they have one input, a price, and fall back to another provider; raw endpoints are one provider\'s own call. No items: nothing matches, say it in other words.',
  annotations: READS,
  operations: { discover: {} },
  choose: always('discover'),
})
