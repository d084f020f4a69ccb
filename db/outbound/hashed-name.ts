/**
 * What is left of an identity whose person was erased and stays suppressed, as SQL: the same identity always has the
 * same hash in a workspace, and another one elsewhere.
 */
export const hashedName = (workspaceId: string, { kind, value }: { readonly kind: string; readonly value: string }) =>
  `('erased:' || encode(sha256(convert_to(${workspaceId} || ' ' || ${kind} || ' ' || ${value}, 'UTF8')), 'hex'))`

/** The values under which a suppression may have an identity, as SQL. */
export const storedNames = (workspaceId: string, name: { readonly kind: string; readonly value: string }): string =>
  `any(array[${name.value}, ${hashedName(workspaceId, name)}])`
