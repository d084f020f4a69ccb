import { readdirSync, readFileSync } from 'node:fs'

const FOLDERS = [
  new URL('../../db/', import.meta.url),
  new URL('../../usecases/', import.meta.url),
  new URL('../../activities/', import.meta.url),
]

export interface FoundEffects {
  /** Names of all exported statements that change something. */
  readonly names: readonly string[]
  /** Files that declare more effects than they export: those would escape the table. */
  readonly hidden: readonly string[]
}

/** Every statement and transaction of db/, usecases/ and activities/ that declares itself an effect. */
export async function findEffects(): Promise<FoundEffects> {
  const names: string[] = []
  const hidden: string[] = []
  for (const url of FOLDERS.flatMap(sourcesIn)) {
    // A type that declares an effect is none.
    const declared = [...readFileSync(url, 'utf8').matchAll(/(?<!readonly )\beffect: true\b/g)].length
    if (declared === 0) continue
    const exported: unknown = await import(url.href)
    const found = effectsIn(exported, 2)
    names.push(...found)
    if (found.length !== declared) hidden.push(url.pathname)
  }
  return { names, hidden }
}

const sourcesIn = (folder: URL): URL[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .toSorted()
    .map((name) => new URL(name, folder))

/** Statements are exports, or in a table that is one. */
function effectsIn(value: unknown, depth: number): string[] {
  if (typeof value !== 'object' || value === null) return []
  if ('effect' in value && value.effect === true && 'name' in value) return [String(value.name)]
  return depth === 0 ? [] : Object.values(value).flatMap((member) => effectsIn(member, depth - 1))
}
