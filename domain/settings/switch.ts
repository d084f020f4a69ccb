type Variables = Readonly<Record<string, string | undefined>>

/** A setting that is on or off; null where it is not set. Throws for anything else. */
export function readSwitch(env: Variables, name: string): boolean | null {
  const text = env[name]?.trim().toLowerCase()
  if (!text) return null
  if (['true', '1', 'on'].includes(text)) return true
  if (['false', '0', 'off'].includes(text)) return false
  throw new Error(`${name} is "${text}". Write true or false.`)
}
