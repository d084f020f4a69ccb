const UNRELEASED = '## Unreleased\n'

/** The part of a changelog that no release has yet. */
export function unreleased(text: string): string {
  const start = text.indexOf(UNRELEASED)
  if (start < 0) throw new Error('CHANGELOG.md has no heading "## Unreleased".')
  const end = text.indexOf('\n## ', start + UNRELEASED.length)
  return text.slice(start + UNRELEASED.length, end < 0 ? undefined : end + 1).trim()
}

/**
 * The changelog after a release: what was unreleased is under the version and its day (`2026-11-29`), and a new empty
 * part is above it. Throws where nothing has changed.
 */
export function released(text: string, version: string, day: string): string {
  const changes = unreleased(text)
  if (changes === '') throw new Error('CHANGELOG.md has nothing under "## Unreleased": there is nothing to release.')
  return text.replace(UNRELEASED, () => `${UNRELEASED}\n## ${version} (${day})\n`)
}
