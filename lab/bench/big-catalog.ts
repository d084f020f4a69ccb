import { mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CATALOG_FOLDER, readCatalogFile } from '../../activities/providers/catalogs/load.ts'
import { CATALOG_PROVIDERS } from '../../domain/catalog/providers/catalog-providers.ts'

/**
 * A catalog folder with this many endpoints: the real catalog, and copies of it under made-up providers. Every title
 * has a unique word, so that a copy is not equal to its original and the index holds as many words as a catalog of this
 * size.
 */
export function writeBigCatalog(parent: string, endpoints: number): string {
  const folder = mkdtempSync(join(parent, 'catalog-'))
  const catalogs = CATALOG_PROVIDERS.map(({ slug }) => readCatalogFile(join(CATALOG_FOLDER, `${slug}.json`)))
  let left = endpoints
  for (let round = 0; left > 0; round += 1) {
    for (const catalog of catalogs) {
      if (left === 0) break
      const provider = round === 0 ? catalog.provider : `${catalog.provider}-copy-${round}`
      const kept = catalog.endpoints
        .slice(0, left)
        .map((one, at) => (round === 0 ? one : { ...one, title: `${one.title} ${wordOf(round * 10_000 + at)}` }))
      writeFileSync(join(folder, `${provider}.json`), JSON.stringify({ ...catalog, provider, endpoints: kept }))
      left -= kept.length
    }
  }
  return folder
}

const CONSONANTS = 'bdfgklmnprst'
const VOWELS = 'aeiou'

/** A word that occurs in no document: `bodifu`. */
function wordOf(number: number): string {
  let [rest, word] = [number, '']
  for (let syllable = 0; syllable < 4; syllable += 1) {
    word +=
      (CONSONANTS[rest % CONSONANTS.length] ?? '') +
      (VOWELS[Math.floor(rest / CONSONANTS.length) % VOWELS.length] ?? '')
    rest = Math.floor(rest / (CONSONANTS.length * VOWELS.length))
  }
  return word
}
