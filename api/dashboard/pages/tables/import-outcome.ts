import type { Static } from 'typebox'
import { html, type Html } from '../../../html/markup.ts'
import type { RowsImported } from '../../../schemas/rows.ts'
import { counted, facts, notice, type ShownRow, table } from '../../elements.ts'
import type { View } from '../../page.ts'
import { readAs } from './import-file.ts'
import { importPath, rowPath, tablePath } from './paths.ts'

const REFUSED_SHOWN = 100

/** What became of each line of a file. */
export function importOutcome(view: View, name: string, done: Static<typeof RowsImported>): Html {
  const faults = [...done.refused, ...done.conflicts].toSorted((one, other) => one.line - other.line)
  const { merged = [] } = done
  const written = `Lines that were written: ${done.lines - faults.length} of ${done.lines}.`
  return html`${notice(faults.length === 0 ? 'good' : 'warn', written)}
${done.hints.map((hint) => notice('warn', hint))}
${facts([
  ['New rows', counted(done.inserted)],
  ['Changed rows', counted(done.updated)],
  ['As they were', counted(done.unchanged)],
  ['Read as', readAs(done.file)],
])}
${
  faults.length > 0 &&
  table({
    id: 'faults',
    caption: `Lines that were not written, the first ${REFUSED_SHOWN}`,
    empty: '',
    columns: [
      { title: 'Line', numeric: true },
      { title: 'Why', wraps: true },
    ],
    rows: faults
      .slice(0, REFUSED_SHOWN)
      .map(({ line, reason }, index): ShownRow => ({ id: `fault-${index}`, cells: [String(line), reason] })),
  })
}
${
  merged.length > 0 &&
  table({
    id: 'merged',
    caption: `Lines that went into another row and may be about another person, the first ${REFUSED_SHOWN}`,
    empty: '',
    columns: [
      { title: 'Line', numeric: true },
      { title: 'Row', wraps: true },
      { title: 'Why', wraps: true },
    ],
    rows: merged.slice(0, REFUSED_SHOWN).map(({ line, key, reason }, index): ShownRow => ({
      id: `merged-${index}`,
      cells: [String(line), html`<a href="${rowPath(view, name, key)}">${key}</a>`, reason],
    })),
  })
}
<p class="actions"><a class="button" href="${tablePath(view, name)}">To the table</a>
<a class="button plain" href="${importPath(view, name)}">Import another file</a></p>`
}
