import { Option } from 'commander'
import { UsageError } from './failures.ts'

export interface MetadataOptions {
  readonly metadata?: readonly string[]
}

/** Given once for each pair. */
export const metadataOption = (description: string): Option =>
  new Option('--metadata <key=value>', description).argParser((pair: string, before: readonly string[] | undefined) => [
    ...(before ?? []),
    pair,
  ])

/** The pairs as a body has them. Throws a UsageError for what is no pair, and for a key that occurs twice. */
export function metadataOf({ metadata = [] }: MetadataOptions): Readonly<Record<string, string>> | undefined {
  if (metadata.length === 0) return undefined
  const pairs = metadata.map((pair): [string, string] => {
    const sign = pair.indexOf('=')
    if (sign < 1) throw new UsageError(`"${pair}" is not key=value. Use --metadata customer=acme.`)
    return [pair.slice(0, sign), pair.slice(sign + 1)]
  })
  const [again] = pairs.filter(([key], index) => pairs.findIndex(([other]) => other === key) !== index)
  if (again !== undefined) throw new UsageError(`--metadata ${again[0]}=… occurs twice.`)
  return Object.fromEntries(pairs)
}

/** The same as parameters of a query: `metadata[customer]=acme`. */
export const metadataQuery = (options: MetadataOptions): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(metadataOf(options) ?? {}).map(([key, value]) => [`metadata[${key}]`, value]))
