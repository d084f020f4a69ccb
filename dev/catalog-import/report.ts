import type { ImportReport } from './run-import.ts'

/** Long lists are cut on the screen; the file itself has every line. */
const LINES_MAX = 40

export function reportLines(report: ImportReport): string[] {
  const { slug, operations, ownKeyOnly, added, changed, removed, unchanged, skipped, collisions, warnings } = report
  const missed = [
    ...skipped.map(({ method, path, reason }) => `${method} ${path}: ${reason}`),
    ...collisions.map(({ key, reason }) => `${key}: ${reason}`),
  ]
  return [
    ...section('added', added),
    ...section(
      'changed',
      changed.map(({ key, members }) => `${key} (${members.join(', ')})`),
    ),
    ...section('removed', removed),
    ...section('skipped', missed),
    ...section('note', warnings),
    `${slug}: ${operations} operations, ${added.length} added, ${changed.length} changed, ${removed.length} removed, ${unchanged} unchanged, ` +
      `${missed.length} skipped, ${ownKeyOnly} own-key only`,
  ]
}

function section(word: string, lines: readonly string[]): string[] {
  const shown = lines.slice(0, LINES_MAX).map((line) => `${word.padEnd(8)} ${line}`)
  return lines.length > LINES_MAX ? [...shown, `${word.padEnd(8)} … and ${lines.length - LINES_MAX} more`] : shown
}
