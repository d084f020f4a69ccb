import { always, defineTool, READS } from '../tool.ts'

/** Decisions, "wallet", over MCP. */
export const walletTool = defineTool({
  name: 'wallet',
  title: 'Read the wallet',
  description:
    'What is available for runs, and what of the balance is held by runs under way, in USD. Free. Ask before a large batch.',
  annotations: READS,
  operations: { getWallet: {} },
  choose: always('getWallet'),
})
