import { type JsonObject, objectOf, textOf } from '../../../domain/json/json.ts'
import { indentedJson } from '../../html/code.ts'
import { html, type Html, type Part } from '../../html/markup.ts'
import type { BodyExample, Operation } from './operations.ts'
import { credentialOf } from './samples.ts'

/** What the field of the credential asks for. The script refuses every other kind, so nothing here spends money. */
const CREDENTIALS = {
  SVC_API_KEY: ['Sandbox key', 'svc_test_'],
  SVC_SESSION_TOKEN: ['Session token, for the sandbox', 'svc_sess_'],
} as const

/** A body longer than this is scrolled. */
const BODY_ROWS_MAX = 14

/**
 * A form that sends the operation's request from its page to this service. Only a script can send it, so it is hidden
 * until the script shows it.
 */
export function tryForm(operation: Operation): Html {
  const { method, path, body } = operation
  const fields = operation.parameters.filter(isText)
  const required = fields.filter((one) => one['required'] === true)
  const optional = fields.filter((one) => one['required'] !== true)
  return html`<form class="try" hidden data-try data-method="${method}" data-path="${path}"${
    body !== null && html` data-content-type="${body.contentType}"`
  } aria-labelledby="try-title">
<h2 id="try-title">Try it</h2>
${credentialField(operation)}${required.map(parameterField)}${
    optional.length > 0 &&
    html`<details class="further"><summary>Optional parameters</summary>${optional.map(parameterField)}</details>`
  }${body !== null && bodyField(body.examples[0])}<p><button class="button">Send</button></p>
<p class="try-status" role="status"></p>
<pre class="try-answer" tabindex="0" aria-label="Answer" hidden></pre></form>
`
}

/** A parameter with members has no single field. */
const isText = ({ schema }: JsonObject): boolean => objectOf(schema)['type'] !== 'object'

function credentialField(operation: Operation): Part {
  const credential = credentialOf(operation)
  if (credential === null) return null
  const [label, prefix] = CREDENTIALS[credential]
  return html`<div class="field"><label for="try-credential">${label}</label>
<input id="try-credential" data-credential="${prefix}" placeholder="${prefix}…" autocomplete="off" spellcheck="false"
  aria-describedby="try-credential-hint"><p class="hint" id="try-credential-hint">${
    credential === 'SVC_API_KEY'
      ? html`<a href="/dashboard/test/keys/new">Make one</a>: this tab keeps it until you sign out.`
      : 'This page forgets it.'
  }</p></div>
`
}

function parameterField(parameter: JsonObject): Html {
  const [name, place] = [textOf(parameter['name']), textOf(parameter['in'])]
  const id = `try-${place}-${name}`
  const example = parameter['example'] === undefined ? '' : String(parameter['example'])
  const isRequired = parameter['required'] === true
  return html`<div class="field"><label for="${id}"><code>${name}</code></label>
<input id="${id}" name="${name}" data-in="${place}" autocomplete="off" spellcheck="false"${
    isRequired ? html` required value="${example}"` : html` placeholder="${example}"`
  }></div>
`
}

function bodyField(example: BodyExample | undefined): Html {
  const { value = {} } = example ?? {}
  const text = typeof value === 'string' ? value : indentedJson(value)
  const rows = Math.min(BODY_ROWS_MAX, text.split('\n').length + 1)
  return html`<div class="field"><label for="try-body">Body</label>
<textarea class="code" id="try-body" data-in="body" rows="${rows}" spellcheck="false">
${text}</textarea></div>
`
}
