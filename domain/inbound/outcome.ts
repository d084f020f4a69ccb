/**
 * The outcome of a provider's message: `written`, it changed something here, usually by an event; `nothing`, it reports
 * nothing that this service stores; `unknown_owner`, no workspace has the inbox or account that it names.
 */
export const INBOUND_OUTCOMES = ['written', 'nothing', 'unknown_owner'] as const
export type InboundOutcome = (typeof INBOUND_OUTCOMES)[number]
