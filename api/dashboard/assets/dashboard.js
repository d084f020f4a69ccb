// Refreshes the parts of a page that ask for it, copies secrets and code, and shows how long ago times are. Everything
// also works without it, by reloading and copying by hand.

const FAILURES_MAX = 10
const SLOWER_MS_MAX = 30_000

/** @param {ParentNode} root */
const regionsOf = (root) => [...root.querySelectorAll('[data-live]')]

/** How long until the page is requested again, in milliseconds; null: nothing on it changes any more. */
function waitOf() {
  const waits = regionsOf(document)
    .map((region) => Number(region.getAttribute('data-live')))
    .filter((wait) => wait > 0)
  return waits.length === 0 ? null : Math.min(...waits)
}

/** Announces a change to users of screen readers, without taking the focus. */
function announce(text) {
  const status = document.getElementById('live-status')
  if (status !== null && text !== '') status.textContent = text
}

/** Makes one element like another. Unchanged parts stay in place, so focus, selection and scrolling are kept. */
function become(old, fresh) {
  for (const name of old.getAttributeNames())
    if (!fresh.hasAttribute(name) && !isOpenedByPerson(old, name)) old.removeAttribute(name)
  for (const { name, value } of fresh.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value)
  let current = old.firstChild
  for (const wanted of fresh.childNodes) {
    const known = wanted.id ? [...old.children].find(({ id }) => id === wanted.id) : undefined
    // The nodes before the known one are gone from the fresh page.
    if (known !== undefined) current = removedUntil(current, known)
    if (current === null || !isSameKind(current, wanted)) {
      old.insertBefore(document.importNode(wanted, true), current)
      continue
    }
    if (wanted.nodeType === Node.ELEMENT_NODE) become(current, wanted)
    else if (current.nodeValue !== wanted.nodeValue) current.nodeValue = wanted.nodeValue
    current = current.nextSibling
  }
  while (current !== null) current = removed(current)
}

/** What a person has opened stays open. */
const isOpenedByPerson = (element, name) => name === 'open' && element.nodeName === 'DETAILS'

function removedUntil(node, last) {
  let current = node
  while (current !== null && current !== last) current = removed(current)
  return current
}

function removed(node) {
  const next = node.nextSibling
  node.remove()
  return next
}

const isSameKind = (one, other) => one.nodeName === other.nodeName && (one.id || '') === (other.id || '')

async function refresh() {
  const answer = await fetch(location.href, {
    headers: { 'Dashboard-Fragment': '1' },
    redirect: 'manual',
    cache: 'no-store',
  })
  // The session has ended: a reload leads to the sign-in.
  if (answer.type === 'opaqueredirect') return location.reload()
  if (!answer.ok) throw new Error(`answered ${answer.status}`)
  const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html')
  for (const region of regionsOf(document)) {
    const next = fresh.getElementById(region.id)
    if (next === null) continue
    const announced = next.getAttribute('data-announced')
    if (announced !== region.getAttribute('data-announced')) announce(announced)
    const isWithin = region.contains(document.activeElement)
    become(region, next)
    showTimes()
    // The focused element is gone, such as a button that can no longer be used: the keyboard continues from the
    // content.
    if (isWithin && !region.contains(document.activeElement))
      document.getElementById('main')?.focus({ preventScroll: true })
  }
}

async function keepLive() {
  let failures = 0
  for (let wait = waitOf(); wait !== null && failures < FAILURES_MAX; wait = waitOf()) {
    await new Promise((done) => {
      setTimeout(done, Math.min(wait * 2 ** failures, Math.max(wait, SLOWER_MS_MAX)))
    })
    // The page is hidden: it is refreshed when it is visible again.
    if (document.hidden)
      await new Promise((done) => {
        document.addEventListener('visibilitychange', done, { once: true })
      })
    try {
      await refresh()
      failures = 0
    } catch {
      failures += 1
    }
  }
  if (failures > 0) announce('This page is no longer kept up to date. Reload it.')
}

/** A button that copies; `press` states what became of it. */
function copyButton(className, press) {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = className
  button.textContent = 'Copy'
  button.addEventListener('click', async () => {
    button.textContent = await press()
  })
  return button
}

/** False where the browser refuses, or has no clipboard to write to, as over plain HTTP. */
const copy = async (text) =>
  (await navigator.clipboard?.writeText(text).then(
    () => true,
    () => false,
  )) ?? false

/** Adds a copy button next to each value that is shown once. Without it the person selects and copies by hand. */
function offerCopies() {
  for (const shown of document.querySelectorAll('input[data-copied]')) {
    const press = async () => {
      // Where it is not copied, the selected text can be copied by hand.
      shown.select()
      const copied = await copy(shown.value)
      announce(copied ? shown.dataset.copied : 'Selected: copy it')
      return copied ? 'Copied' : 'Selected'
    }
    shown.after(copyButton('button plain', press))
  }
}

const AGO = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'long' })
const EXACT = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'long' })
const DAY_AND_TIME = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })
const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
]
/** Older times are shown as a day. */
const RELATIVE_SECONDS_MAX = 7 * 86_400
const TIMES_EVERY_MS = 30_000

function agoOf(at) {
  const seconds = Math.round((at.getTime() - Date.now()) / 1000)
  if (Math.abs(seconds) >= RELATIVE_SECONDS_MAX) return DAY_AND_TIME.format(at)
  const [unit, length] = UNITS.find(([, most]) => Math.abs(seconds) >= most) ?? ['second', 1]
  return AGO.format(Math.trunc(seconds / length), unit)
}

/** Times in words, and on hover exactly, in the zone of the person. Without the script they are in UTC. */
function showTimes() {
  for (const shown of document.querySelectorAll('time[datetime]')) {
    const at = new Date(shown.dateTime)
    if (Number.isNaN(at.getTime())) continue
    const ago = shown.dataset.moment === undefined ? agoOf(at) : DAY_AND_TIME.format(at)
    if (shown.textContent !== ago) shown.textContent = ago
    shown.title = EXACT.format(at)
  }
}

const SANDBOX_KEY = 'sandbox_key'
/** As the samples read a key, and the same with the key written into them. */
const KEY_PLACES = [
  ['${process.env.SVC_API_KEY}', (key) => key],
  ['f"Bearer {os.environ[\'SVC_API_KEY\']}"', (key) => `"Bearer ${key}"`],
  ['$SVC_API_KEY', (key) => key],
  ['svc_test_...', (key) => key],
]

/**
 * A sandbox key that was just shown is written into the samples of guides and reference, in this tab and until the
 * person signs out. Live keys are never kept.
 */
function fillInSandboxKey() {
  if (location.pathname === '/dashboard/sign-in') sessionStorage.removeItem(SANDBOX_KEY)
  for (const { value } of document.querySelectorAll('input[data-copied]'))
    if (value.startsWith('svc_test_')) sessionStorage.setItem(SANDBOX_KEY, value)
  const key = sessionStorage.getItem(SANDBOX_KEY)
  if (key === null) return
  for (const block of document.querySelectorAll('pre[data-copied]'))
    block.textContent = KEY_PLACES.reduce(
      (text, [place, written]) => text.replaceAll(place, () => written(key)),
      block.textContent,
    )
}

/** Adds a copy button to each block of code. */
function offerCodeCopies() {
  // Over plain HTTP a browser has no clipboard to write to; the text can be selected and copied by hand.
  if (navigator.clipboard === undefined) return
  for (const block of document.querySelectorAll('pre[data-copied]')) {
    const button = copyButton('button plain copy', async () => {
      const copied = await copy(block.textContent)
      announce(copied ? block.dataset.copied : 'Not copied: select the text')
      return copied ? 'Copied' : 'Not copied'
    })
    button.setAttribute('aria-label', `Copy ${block.getAttribute('aria-label') ?? 'the code'}`)
    block.after(button)
  }
}

fillInSandboxKey()
offerCopies()
offerCodeCopies()
showTimes()
setInterval(showTimes, TIMES_EVERY_MS)
keepLive()
