import { always, defineTool, READS } from '../tool.ts'

/** Spec 4.9 over MCP. */
export const discoverTool = defineTool({
  name: 'discover',
  title: 'Discover capabilities',
  description:
    'Finds capabilities and raw endpoints for a job. Describe the job in plain words, without names or values ("find the work email of a person"). Free. Start here, then `inspect` the best match. Prefer capabilities: one input schema, a price, and fallback. Without a match, `did_you_mean` names the words that matched; use others.',
  budgeted: true,
  itemWords: 'hint',
  annotations: READS,
  operations: { discover: {} },
  choose: always('discover'),
})
