/** A piece of a page that is not prose. */
export interface Block {
  /** The language of the fence; an indented block is `sh`, and so is a fence without one. */
  readonly language: string
  readonly text: string
}

export interface Section {
  readonly title: string
  /** The number of its `#`. */
  readonly level: number
  readonly blocks: readonly Block[]
  /** The blocks of the sections around it, outermost first: a reader of this one has typed them already. */
  readonly before: readonly Block[]
  /** The first cell of each row of its tables, without the header. */
  readonly cells: readonly string[]
  readonly prose: string
}

interface Draft {
  readonly title: string
  readonly level: number
  readonly blocks: Block[]
  readonly before: readonly Block[]
  readonly cells: string[]
  readonly prose: string[]
}

const FENCE = /^(`{3,})(\w*)\s*$/
const INDENT = '    '

/** The sections of a Markdown page, in their order. */
export function readSections(page: string): Section[] {
  const sections: Draft[] = []
  const open: Draft[] = []
  const lines = page.split('\n')
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? ''
    const [, marks = '', title] = /^(#+) (.+)$/.exec(line) ?? []
    if (title !== undefined) {
      while ((open.at(-1)?.level ?? 0) >= marks.length) open.pop()
      const section: Draft = {
        title,
        level: marks.length,
        blocks: [],
        before: open.flatMap(({ blocks }) => blocks),
        cells: [],
        prose: [],
      }
      sections.push(section)
      open.push(section)
      continue
    }
    const section = open.at(-1)
    if (section === undefined) continue
    const [, fence, language = ''] = FENCE.exec(line) ?? []
    if (fence !== undefined) {
      const end = lines.indexOf(fence, index + 1)
      if (end < 0) throw new Error(`the block in line ${index + 1} has no end`)
      section.blocks.push({ language: language === '' ? 'sh' : language, text: lines.slice(index + 1, end).join('\n') })
      index = end
    } else if (line.startsWith(INDENT)) {
      const length = lines.slice(index).findIndex((one) => one !== '' && !one.startsWith(INDENT))
      const end = length < 0 ? lines.length : index + length
      section.blocks.push({
        language: 'sh',
        text: lines
          .slice(index, end)
          .map((one) => one.slice(INDENT.length))
          .join('\n')
          .trimEnd(),
      })
      index = end - 1
    } else if (/^\|(?!-)/.test(line)) {
      section.cells.push(
        line
          .split(/(?<!\\)\|/)[1]
          ?.trim()
          .replaceAll('\\|', '|') ?? '',
      )
    } else {
      section.prose.push(line)
    }
  }
  return sections.map(({ cells, prose, ...section }) => ({
    ...section,
    cells: cells.slice(1),
    prose: prose.join('\n'),
  }))
}
