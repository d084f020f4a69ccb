import type { JsonObject } from '../../../domain/json/json.ts'
import { fetchSample, indentedJson, pythonLiteral, shellQuoted } from '../../html/code.ts'
import { html, type Html } from '../../html/markup.ts'
import { pageUrl, type View } from '../page.ts'

export interface Sampled {
  /** The body of `POST /v1/run`. */
  readonly body: JsonObject
  /** Where this service is reached. */
  readonly publicUrl: string
}

/** The same run from elsewhere: one sample for each way to call the service, one of them open at a time. */
export function samplesOf(view: View, { body, publicUrl }: Sampled): Html {
  const samples: readonly (readonly [string, string])[] = [
    ['curl', curl(body, publicUrl)],
    ['TypeScript', typeScript(body, publicUrl)],
    ['Python', python(body, publicUrl)],
    ['MCP', mcp(body)],
  ]
  return html`<h2>From elsewhere</h2>
<p class="quiet"><code>SVC_API_KEY</code> holds a ${view.environment === 'test' ? 'sandbox' : 'live'} key:
<a href="${pageUrl(view, '/keys')}">Keys</a>.</p>
<div class="folded">${samples.map(sampleOf)}</div>`
}

function sampleOf([name, text]: readonly [string, string], index: number): Html {
  const id = `sample-${name.toLowerCase().replace(' ', '-')}`
  return html`<details name="sample"${index === 0 && html` open`}><summary>${name}</summary>
<pre tabindex="0" role="region" aria-label="${name}" id="${id}">${text}</pre></details>
`
}

const curl = (body: JsonObject, url: string): string =>
  [
    `curl ${shellQuoted(`${url}/v1/run`)}`,
    `-H "Authorization: Bearer $SVC_API_KEY"`,
    `-H 'Content-Type: application/json'`,
    `-d ${shellQuoted(indentedJson(body))}`,
  ].join(' \\\n  ')

const typeScript = (body: JsonObject, url: string): string =>
  fetchSample(`${url}/v1/run`, {
    method: 'POST',
    headers: { Authorization: 'Bearer ${process.env.SVC_API_KEY}', 'Content-Type': 'application/json' },
    body: `JSON.stringify(${indentedJson(body)})`,
  })

const python = (body: JsonObject, url: string): string => `import os
import requests

answer = requests.post(
    ${JSON.stringify(`${url}/v1/run`)},
    headers={"Authorization": f"Bearer {os.environ['SVC_API_KEY']}"},
    json=${pythonLiteral(body, '    ')},
    timeout=60,
)
run = answer.json()
print(run["status"], run.get("result"), run["billing"]["charged"])`

const mcp = (body: JsonObject): string => `Tool: run
${indentedJson(body)}`
