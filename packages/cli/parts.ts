/** A body of the service has ten megabytes at most. */
const PART_BYTES_MAX = 10_000_000
const LINE_FEED = 0x0a

/** A file in parts that the service takes, each of complete lines. */
export function partsOfFile(bytes: Uint8Array, bytesMax: number = PART_BYTES_MAX): Uint8Array[] {
  const parts: Uint8Array[] = []
  for (let from = 0; from < bytes.length || parts.length === 0;) {
    const fits = bytes.length - from <= bytesMax
    const end = fits ? bytes.length : bytes.lastIndexOf(LINE_FEED, from + bytesMax - 1) + 1
    // A line that is longer than a part is no entry: it is cut, and refused.
    const to = end > from || fits ? end : from + bytesMax
    parts.push(bytes.subarray(from, to))
    from = to
  }
  return parts
}
