/** What an attempt of a raw run is about, spelled as `healthTargetOf` spells it; null for a capability. */
export const TARGET_SQL = (alias: string): string => `attempt_endpoint_v1(${alias}.raw_request)`
