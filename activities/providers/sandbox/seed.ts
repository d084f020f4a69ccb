import type { Json, JsonObject } from '../../../domain/json/json.ts'

/** Stable numbers from a request: the same request gets the same answer, in every process. */
export interface Seed {
  /** An integer from `low` to `high`, both included; `salt` distinguishes the numbers of an answer. */
  number(salt: string, low: number, high: number): number
  pick<T>(salt: string, choices: readonly [T, ...T[]]): T
  /** Sixteen hexadecimal digits. */
  id(salt: string): string
}

export function seedOf(...parts: readonly Json[]): Seed {
  const text = canonical([...parts])
  const number = (salt: string, low: number, high: number) => low + (fnv1a(`${salt}|${text}`) % (high - low + 1))
  return {
    number,
    pick: (salt, choices) => choices[number(salt, 0, choices.length - 1)] ?? choices[0],
    id: (salt) =>
      [`${salt}|a|`, `${salt}|b|`]
        .map((half) =>
          fnv1a(half + text)
            .toString(16)
            .padStart(8, '0'),
        )
        .join(''),
  }
}

/** JSON with sorted members: two spellings of one object give one text. */
function canonical(value: Json): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  const members: JsonObject = value
  return `{${Object.keys(members)
    .toSorted()
    .map((key) => `${JSON.stringify(key)}:${canonical(members[key] ?? null)}`)
    .join(',')}}`
}

/** FNV-1a, 32 bits: short, and spread well enough for simulated answers, which need no cryptography. */
function fnv1a(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) >>> 0
  }
  return hash
}
