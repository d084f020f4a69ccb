import { always, defineTool, READS } from '../tool.ts'

/** Spec 4.9 over MCP. */
export const discoverTool = defineTool({
  name: 'discover',
  title: 'Discover capabilities',
  description:
    'Finds capabilities and raw endpoints for a job. Describe the job in plain words, without names or values ("find the work email of a person"). Free; nothing is run. Start here, then `inspect` the best match. Prefer capabilities: they have one input schema, a price, and a fallback to other providers. A raw endpoint is a direct call of one provider. An empty list means that nothing matches: `did_you_mean` names the words that did; use others.',
  budgeted: true,
  itemWords: 'hint',
  annotations: READS,
  operations: { discover: {} },
  choose: always('discover'),
})
