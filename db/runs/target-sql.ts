/** `METHOD /path` of a raw run, spelled as `targetOf` spells it; null for a capability. */
export const TARGET_SQL = (alias: string): string =>
  `${alias}.raw_request ->> 'method' || ' ' || (${alias}.raw_request ->> 'endpoint')`
