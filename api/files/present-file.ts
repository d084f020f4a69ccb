import type { StoredReading } from '../../domain/files/form.ts'
import type { FileReading } from '../schemas/file.ts'
import type { ColumnSamples } from './column-samples.ts'
import type { ColumnMap } from './header.ts'
import type { ReadFile } from './read-file.ts'

/** How a file was read, and what its columns probably are: by the workspace's last such file, else by themselves. */
export function presentFile(
  { form, header }: ReadFile,
  {
    samples,
    remembered,
    samplesShown = 0,
  }: { readonly samples: ColumnSamples; readonly remembered: ColumnMap | null; readonly samplesShown?: number },
): FileReading {
  const suggestions = samples.suggestions(header)
  const shown = (index: number) =>
    samplesShown === 0 ? {} : { samples: samples.of(index).slice(0, samplesShown).map(cut) }
  return {
    format: form.format,
    encoding: form.encoding,
    separator: form.separator,
    header_line: form.headerLine,
    sheet: form.sheet,
    sheets: [...form.sheets],
    columns: header.columns.map(({ heading }, index) => {
      const before = remembered?.get(heading)
      if (before !== undefined) return { name: heading, field: before, suggested_by: 'remembered', ...shown(index) }
      const suggested = suggestions[index] ?? null
      return { name: heading, field: suggested?.field ?? null, suggested_by: suggested?.by ?? null, ...shown(index) }
    }),
  }
}

const SAMPLE_LENGTH_MAX = 60

const cut = (text: string): string => {
  const chars = [...text]
  return chars.length > SAMPLE_LENGTH_MAX ? `${chars.slice(0, SAMPLE_LENGTH_MAX).join('')}…` : text
}

/** The same of a file that was stored. */
export const presentStoredReading = ({
  bom: _bom,
  refused: _lines,
  sheets,
  columns,
  ...reading
}: StoredReading): FileReading => ({
  ...reading,
  sheets: [...sheets],
  columns: columns.map((column) => ({ ...column })),
})
