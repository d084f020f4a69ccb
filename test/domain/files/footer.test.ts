import { describe, expect, it } from '@jest/globals'
import { footerOf } from '../../../domain/files/footer.ts'

describe('the last line of a file', () => {
  it.each([
    [['Gesamt: 312', '', '']],
    [['Total', '312', '']],
    [['', '', 'Summe: 7 Kontakte']],
    [['Gesamt', '', '1.312']],
    [['Exported on 2026-11-29 by HubSpot', '']],
    [['Exportiert am 29.11.2026', '']],
    [['Exporté le 29/11/2026', '']],
    [['Seite 1 von 3', '']],
    [['Nombre total d’enregistrements : 2', '']],
    [['Grand Total: 3', '']],
  ])('is no row: %j', (cells) => {
    expect(footerOf(cells, cells.length)).toBe('surely')
  })

  it.each([[['312', '']], [['Kim', '', '']], [['Total', '']], [['© Example 2026', '']]])(
    'is none unless a table finds it: %j',
    (cells) => {
      expect(footerOf(cells, cells.length)).toBe('perhaps')
    },
  )

  it.each([
    [['ada@example.com', '', '']],
    [['', 'https://www.linkedin.com/in/ada-example']],
    [['+49 30 23125125', '']],
    [['Total', 'Energies', '']],
    [['Ada', 'Example', '']],
    [['Gesamt', '312', 'x']],
    [['Gesamt: 312']],
    [['', '']],
  ])('is a row: %j', (cells) => {
    expect(footerOf(cells, cells.length)).toBeNull()
  })
})
