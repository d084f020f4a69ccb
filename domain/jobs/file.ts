import type { SeparatorName } from '../files/form.ts'

/** The uploaded file of a job, as far as its results repeat it. */
export interface JobFile {
  readonly columns: readonly string[]
  /** null: a workbook. */
  readonly separator: SeparatorName | null
  /** Whether it had a byte order mark. */
  readonly bom: boolean
}

/** New columns of a file get names that it does not have yet: the results of a job may be the file of the next. */
export function newColumns(own: readonly string[], wanted: readonly string[]): string[] {
  const taken = new Set(own)
  return wanted.map((name) => {
    let free = name
    for (let number = 2; taken.has(free); number += 1) free = `${name} ${number}`
    taken.add(free)
    return free
  })
}
