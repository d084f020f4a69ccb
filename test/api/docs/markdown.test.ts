import { describe, expect, it } from '@jest/globals'
import { readMarkdown } from '../../../api/docs/markdown.ts'

const bodyOf = (text: string): string => readMarkdown(text).body.toString()

describe('a text in Markdown', () => {
  it.each([
    ['a block', '<script>alert(1)</script>'],
    ['a part of a sentence', 'See <img src=x onerror=alert(1)> there.'],
    ['a cell', '| a |\n|---|\n| <b onclick=alert(1)>b</b> |'],
    ['a heading', '## One <script>alert(1)</script>'],
    ['code', '`<script>`\n\n```html\n<script>alert(1)</script>\n```'],
    ['a comment', '<!-- <script>alert(1)</script> -->'],
    ['an item', '- <iframe src="https://example.com"></iframe>'],
    ['a text of a link', '[<img src=x>](/docs)'],
    ['the language of code', '```"><script>alert(1)</script>\ntext\n```'],
    ['an entity', '&lt;script&gt;alert(1)&lt;/script&gt;'],
  ])('shows HTML as text: %s', (_, text) => {
    const body = bodyOf(text)
    expect(body).not.toMatch(/<(?:script|img|b|iframe|!--)/)
    expect(body).toMatch(/&(?:amp;)?lt;/)
  })

  it.each([
    ['javascript:alert(1)'],
    ['JaVaScRiPt:alert(1)'],
    ['data:text/html,hello'],
    ['vbscript:x'],
    ['//example.com'],
    ['other.md'],
  ])('leads nowhere by a link to %s', (href) => {
    expect(bodyOf(`[here](${href})`)).toBe('<p>here</p>\n')
  })

  it.each([['https://example.com/a?b=1'], ['/docs/jobs'], ['#place'], ['mailto:ada@example.com']])(
    'leads to %s',
    (href) => {
      expect(bodyOf(`[here](${href})`)).toBe(`<p><a href="${href}">here</a></p>\n`)
    },
  )

  it('has no quote of a link in its page', () => {
    expect(bodyOf('[here](</docs"onclick="alert(1)>)')).toContain('href="/docs&quot;onclick=&quot;alert(1)"')
  })

  it('has its title apart, and anchors of headings as GitHub makes them', () => {
    const { title, headings, body } = readMarkdown(
      '# The `first` page\n\n## One, and `two`\n\n### Deep\n\n## One, and `two`\n',
    )
    expect(title).toBe('The first page')
    expect(headings).toEqual([
      { id: 'one-and-two', title: 'One, and two', level: 2 },
      { id: 'deep', title: 'Deep', level: 3 },
      { id: 'one-and-two-1', title: 'One, and two', level: 2 },
    ])
    expect(body.toString()).not.toContain('<h1')
  })

  it('has lists, tables and marks', () => {
    const body = bodyOf('1. one\n2. *two*\n\n- **three**\n\n| a | b |\n|---|---|\n| `c` | d |\n')
    for (const piece of [
      '<li>one</li>',
      '<em>two</em>',
      '<ul class="bullets">',
      '<strong>three</strong>',
      '<th scope="col">a</th>',
      '<code>c</code>',
    ])
      expect(body).toContain(piece)
  })
})
