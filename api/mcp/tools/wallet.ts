import { always, defineTool, READS } from '../tool.ts'

/** Decisions, "wallet", over MCP. */
export const walletTool = defineTool({
  name: 'wallet',
  title: 'Retrieve the wallet',
  description:
    'Returns the amount that is available for runs and the amount that open runs hold, in USD. Free. Call it before a large batch.',
  annotations: READS,
  operations: { getWallet: {} },
  choose: always('getWallet'),
})
