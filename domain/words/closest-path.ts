import { closest, MISTYPED } from './closest.ts'

/** Paths of requests that are compared with those of the routes; no route is that long. */
const PATH_LENGTH_MAX = 200

/**
 * The known path, with placeholders, that a path was meant for: as many segments, of which one is misspelt. null: none
 * is near. A segment is compared only where another candidate is left, so the work for a foreign path is small.
 */
export function closestPath(path: string, known: readonly string[]): string | null {
  if (path.length > PATH_LENGTH_MAX) return null
  const wanted = path.split('/')
  const near = known.flatMap((candidate) => {
    const segments = candidate.split('/')
    const wrong = segments.length === wanted.length ? wrongSegments(segments, wanted) : []
    const [only] = wrong
    return only !== undefined && wrong.length === 1 && isMistyped(wanted[only] ?? '', segments[only] ?? '')
      ? [candidate]
      : []
  })
  return near[0] ?? null
}

const wrongSegments = (segments: readonly string[], wanted: readonly string[]): number[] =>
  segments.flatMap((segment, at) => (segment.startsWith('{') || segment === wanted[at] ? [] : [at]))

const isMistyped = (written: string, known: string): boolean =>
  written.length > 2 && closest(written, [known], MISTYPED).length === 1
