type Variables = Readonly<Record<string, string | undefined>>

/** A whole number from the environment, or its default; anything else stops the start with the variable's name. */
export function readCount(env: Variables, name: string, fallback: number): number {
  const text = env[name]?.trim()
  if (!text) return fallback
  const value = Number(text)
  if (!Number.isSafeInteger(value) || value < 0) throw new Error(`${name} must be a whole number of 0 or more, not "${text}".`)
  return value
}
