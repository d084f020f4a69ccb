// Evaluated in the browser by test/support/chromium.ts. It only looks: what it leaves in the page is the one name
// `probe`.
globalThis.probe ??= (() => {
  const keys = new WeakMap()
  let next = 0
  const keyOf = (element) => {
    if (!keys.has(element)) keys.set(element, String((next += 1)))
    return keys.get(element)
  }

  const textOf = (element) => (element?.innerText ?? element?.textContent ?? '').replaceAll(/\s+/g, ' ').trim()

  const nameOf = (element) => {
    const labelledBy = element.getAttribute('aria-labelledby')
    if (labelledBy !== null)
      return labelledBy
        .split(' ')
        .map((id) => textOf(document.getElementById(id)))
        .join(' ')
    const given = element.getAttribute('aria-label')
    if (given !== null) return given
    const [label] = element.labels ?? []
    if (label !== undefined && element.tagName !== 'BUTTON') return textOf(label)
    return textOf(element) || (element.getAttribute('title') ?? element.getAttribute('alt') ?? '')
  }

  const isTransparent = (colour) => colour === 'transparent' || /^rgba\(.*, 0\)$/.test(colour)

  /** A ring or a shadow on the element itself; our pages show the keyboard by nothing else. */
  const hasRing = (element) => {
    const style = getComputedStyle(element)
    const outlined =
      style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) >= 1 && !isTransparent(style.outlineColor)
    return outlined || style.boxShadow !== 'none'
  }

  const hiddenBy = (element) => {
    if (element === document.body) return null
    const box = element.getBoundingClientRect()
    if (box.width < 1 || box.height < 1) return 'it has no size'
    if (box.bottom <= 0 || box.top >= innerHeight || box.right <= 0 || box.left >= innerWidth)
      return 'it is outside of what is shown'
    if (!hasRing(element)) return 'it has no ring'
    // What scrolls is itself seen through what is in it.
    const points = [
      [0.5, 0.5],
      [0.1, 0.5],
      [0.9, 0.5],
      [0.5, 0.1],
      [0.5, 0.9],
    ]
    const seen = points.map(([x, y]) => document.elementFromPoint(box.left + box.width * x, box.top + box.height * y))
    const uncovered = seen.some((one) => one !== null && (element.contains(one) || one.contains(element)))
    return uncovered || seen.every((one) => one === null) ? null : 'something covers it'
  }

  const scrolls = (element) => {
    for (let one = element.parentElement; one !== null && one !== document.body; one = one.parentElement) {
      if (getComputedStyle(one).overflowX !== 'visible') return true
    }
    return false
  }

  return {
    /** Puts the keyboard before the first stop. */
    begin() {
      document.activeElement?.blur()
      scrollTo(0, 0)
      const range = document.createRange()
      range.setStart(document.body, 0)
      getSelection().removeAllRanges()
      getSelection().addRange(range)
      getSelection().removeAllRanges()
    },
    focused() {
      const element = document.activeElement ?? document.body
      return {
        name: element === document.body ? '' : nameOf(element),
        tag: element.tagName,
        hidden: hiddenBy(element),
        key: keyOf(element),
      }
    },
    overflowing() {
      const width = document.documentElement.clientWidth
      if (document.documentElement.scrollWidth <= width) return []
      const elements = [...document.body.querySelectorAll('*')].filter(
        (one) => one.getBoundingClientRect().right > width + 1 && !scrolls(one),
      )
      return [
        `the page is ${document.documentElement.scrollWidth} wide in a window of ${width}`,
        ...elements.slice(0, 5).map((one) => one.outerHTML.slice(0, 160)),
      ]
    },
  }
})()
