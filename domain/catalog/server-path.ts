/** More layers of percent-encoding than any client or proxy adds by mistake. */
const LAYERS_MAX = 8

/** A text without its layers of percent-encoding; null: there are more than `layersMax`. */
export function withoutEncoding(text: string, layersMax = LAYERS_MAX): string | null {
  let plain = text
  for (let layer = 0; layer <= layersMax; layer += 1) {
    const next = plain.replace(/(?:%[0-9a-f]{2})+/gi, decodedOnce)
    if (next === plain) return plain
    plain = next
  }
  return null
}

/** Bytes that are no UTF-8 are read one by one, as servers without UTF-8 do. */
function decodedOnce(encoded: string): string {
  try {
    return decodeURIComponent(encoded)
  } catch {
    return encoded.replace(/%(..)/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  }
}

/**
 * Suffixes that many frameworks remove from a path and read as the format of the answer; none of them is a top-level
 * domain.
 */
const FORMAT = /\.(?:json|jsonp|ndjson|geojson|xml|csv|tsv|html?|txt|md|js|php|aspx?|yaml|yml|rss|atom|pdf)$/
// oxlint-disable-next-line no-control-regex -- where some servers end a text
const ENDS_PATH = /[?#\u0000]/
/** Controls and other invisible characters: some servers drop them. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu

/**
 * Every path that some server may read this one as: decoded until nothing changes, in lower case and compatible
 * characters, with resolved dots and slashes, without parameters (`;x=1`), query, fragment and blanks, with its formats
 * (`.xml.json`) and without each of them. null: it has more layers of encoding than are decoded, so its path is
 * unknown.
 */
export function serverPathsOf(path: string): readonly string[] | null {
  // The service encodes values once more.
  const plain = withoutEncoding(path, LAYERS_MAX + 1)
  if (plain === null) return null
  const [beforeQuery = ''] = plain.normalize('NFKC').toLowerCase().replaceAll('\\', '/').split(ENDS_PATH)
  const segments: string[] = []
  for (const segment of beforeQuery.split('/')) {
    const name = nameOf(segment)
    if (name === '..') segments.pop()
    else if (!/^\.*$/.test(name)) segments.push(name.replace(/\.+$/, ''))
  }
  const fullPath = `/${segments.join('/')}`
  const paths = [fullPath]
  for (let rest = fullPath; FORMAT.test(rest); paths.push(rest)) rest = rest.replace(FORMAT, '').replace(/[\s+.]+$/, '')
  return paths
}

const nameOf = (segment: string): string =>
  segment
    .replace(/;.*$/s, '')
    .replace(UNSEEN, '')
    .replace(/^[\s+]+|[\s+]+$/g, '')
