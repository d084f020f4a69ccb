/**
 * Every variable of docs/settings.md, `PROVIDER_<SLUG>_…` with the slug `SLUG`, and `_API_SECRET` behind another in
 * full.
 */
export function variablesOf(page: string): readonly string[] {
  const cells = page
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.split(' | ')[0] ?? '')
  return cells.flatMap((cell) => {
    const names = [...cell.matchAll(/`([A-Z_<>]+)`/g)].map(([, name = '']) => name.replace('<SLUG>', 'SLUG'))
    const [first = ''] = names
    return names.map((name) => (name.startsWith('_') ? `${stemOf(first, name)}${name}` : name))
  })
}

/** `PROVIDER_SLUG` of `PROVIDER_SLUG_API_KEY` before `_API_SECRET`: as long as both could be of one kind. */
const stemOf = (first: string, ending: string): string =>
  first.startsWith('PROVIDER_SLUG') ? 'PROVIDER_SLUG' : first.slice(0, -ending.length)
