/**
 * What became of a provider's message: `written`, it changed something here, an event most times; `nothing`, it says nothing
 * that this service keeps; `unknown_owner`, no workspace has the inbox or account that it names.
 */
export const INBOUND_OUTCOMES = ['written', 'nothing', 'unknown_owner'] as const
export type InboundOutcome = (typeof INBOUND_OUTCOMES)[number]
