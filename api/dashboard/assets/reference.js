// The form of an operation's page sends the request to this service and shows the answer. It takes no live key: a
// request from here spends simulated money only.

const TRIED_KEY = 'sandbox_key'
/** The service waits for a run for two minutes at most. */
const ANSWER_MS_MAX = 130_000
/** More text makes a page slow. */
const SHOWN_CHARACTERS_MAX = 100_000

/** The path with its placeholders filled, and the query. @param {HTMLFormElement} form */
function targetOf(form) {
  const query = new URLSearchParams()
  let path = form.dataset.path ?? ''
  for (const input of form.querySelectorAll('input[data-in]')) {
    if (input.dataset.in === 'path') path = path.replace(`{${input.name}}`, encodeURIComponent(input.value))
    if (input.dataset.in === 'query' && input.value !== '') query.append(input.name, input.value)
  }
  return query.size === 0 ? path : `${path}?${query}`
}

/** @param {HTMLFormElement} form */
function headersOf(form) {
  const headers = new Headers()
  const credential = form.querySelector('[data-credential]')
  if (credential !== null) {
    headers.set('Authorization', `Bearer ${credential.value.trim()}`)
    // A session is live unless the request chooses the sandbox.
    if (credential.dataset.credential !== 'svc_test_') headers.set('Service-Environment', 'test')
  }
  for (const { name, value } of form.querySelectorAll('input[data-in=header]'))
    if (value !== '') headers.set(name, value)
  if (form.dataset.contentType !== undefined) headers.set('Content-Type', form.dataset.contentType)
  return headers
}

/** JSON is indented; any other text stays as it is. */
function shownText(text) {
  let shown = text
  try {
    // A long number loses no digit: the text is only indented where it is the same JSON.
    const value = JSON.parse(text)
    if (JSON.stringify(value) === text) shown = JSON.stringify(value, null, 2)
  } catch {
    shown = text
  }
  return shown.length > SHOWN_CHARACTERS_MAX ? `${shown.slice(0, SHOWN_CHARACTERS_MAX)}…` : shown
}

/** Why the credential is not sent; null where it is. */
function refusalOf(field) {
  if (field === null || field.value.trim().startsWith(field.dataset.credential)) return null
  const kind = field.dataset.credential === 'svc_test_' ? 'a sandbox key' : 'a session token'
  return `Enter ${kind}: it begins with ${field.dataset.credential}. Nothing else is sent from this page.`
}

async function send(form) {
  const status = form.querySelector('.try-status')
  const shown = form.querySelector('.try-answer')
  const credential = form.querySelector('[data-credential]')
  const refusal = refusalOf(credential)
  if (refusal !== null) {
    status.textContent = refusal
    // What is typed next replaces it.
    credential.select()
    credential.focus()
    return
  }
  if (credential?.dataset.credential === 'svc_test_') sessionStorage.setItem(TRIED_KEY, credential.value.trim())
  status.textContent = 'Sent. Waiting for the answer…'
  const began = performance.now()
  try {
    const answer = await fetch(targetOf(form), {
      method: form.dataset.method,
      headers: headersOf(form),
      credentials: 'omit',
      signal: AbortSignal.timeout(ANSWER_MS_MAX),
      ...(form.dataset.contentType === undefined ? {} : { body: form.querySelector('[data-in=body]').value }),
    })
    const text = await answer.text()
    status.textContent = `${answer.status} ${answer.statusText}, ${Math.round(performance.now() - began)} ms`
    shown.textContent = text === '' ? '(no body)' : shownText(text)
    shown.hidden = false
  } catch (error) {
    status.textContent = `No answer: ${error instanceof Error ? error.message : String(error)}`
  }
}

function offerTrying() {
  const form = document.querySelector('form[data-try]')
  if (form === null) return
  form.hidden = false
  const credential = form.querySelector('[data-credential=svc_test_]')
  if (credential !== null) credential.value = sessionStorage.getItem(TRIED_KEY) ?? ''
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    const button = form.querySelector('button')
    // One request at a time: a second press sends nothing. The button keeps the focus.
    if (button.getAttribute('aria-disabled') === 'true') return
    button.setAttribute('aria-disabled', 'true')
    await send(form)
    button.removeAttribute('aria-disabled')
  })
}

offerTrying()
