/** Servers read `Key`, `key[]` and `key[0]` as `key`; some servers read all three so. */
export const plainName = (name: string): string => name.replace(/\[.*$/s, '').trim().toLowerCase()
