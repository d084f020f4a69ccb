/**
 * Requests as a hint names them to a caller of HTTP, at its end. MCP has tools in their place (`inToolWords`), `svc`
 * commands.
 */
export const inspectCapabilityRequest = (capability: string): string => `POST /v1/inspect ${json({ capability })}`

export const inspectEndpointRequest = (provider: string, endpoint: string): string =>
  `POST /v1/inspect ${json({ provider, endpoint })}`

export const discoverRequest = (query: string): string => `POST /v1/discover ${json({ query })}`

const json = (body: Readonly<Record<string, string>>): string => JSON.stringify(body)
