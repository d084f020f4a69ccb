interface NameSql {
  readonly kind: string
  readonly value: string
}

/**
 * What is left of an identity whose person was erased and stays suppressed, as SQL: the same identity always has the
 * same hash in a workspace, and another one elsewhere.
 */
const hashed = (workspaceId: string, { kind, value }: NameSql): string =>
  `('erased:' || encode(sha256(convert_to(${workspaceId} || ' ' || ${kind} || ' ' || ${value}, 'UTF8')), 'hex'))`

/**
 * The identity by which a name is compared, as SQL: of an email address its mailbox, because `kim+news@` reaches who
 * `kim@` does.
 */
export const comparedValue = ({ kind, value }: NameSql): string => `compared_value_v1(${kind}, ${value})`

/** The hash under which an erasure keeps a suppression. */
export const hashedName = (workspaceId: string, name: NameSql): string =>
  hashed(workspaceId, { ...name, value: comparedValue(name) })

/** The values under which a suppression may have an identity, as SQL; erasures of before have hashed the address. */
export const storedNames = (workspaceId: string, name: NameSql): string =>
  `any(array[${name.value}, ${hashed(workspaceId, name)}, ${hashedName(workspaceId, name)}])`

/** Whether the suppression `s` is of the mailbox of a name. */
export const IS_OF_MAILBOX = ({ kind, value }: NameSql): string =>
  `s.kind = 'email' and ${kind} = 'email' and mailbox_of(s.value) = mailbox_of(${value})`
