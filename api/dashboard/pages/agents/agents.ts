import { codeBlock } from '../../../html/code-block.ts'
import { html, type Html } from '../../../html/markup.ts'
import { pageUrl, type MakePage } from '../../page.ts'
import { DOCS_PATH } from '../../paths.ts'
import { type Snippet, snippetsFor } from './snippets.ts'

const PATH = '/agents'

/** How an agent is connected over MCP, for each client that needs something else. */
export const agentsPage: MakePage = ({ publicUrl }) => ({
  path: PATH,
  section: PATH,
  navigation: { name: 'Connect an agent', group: 'Developers' },
  async show(view) {
    return {
      title: 'Connect an agent',
      main: html`<p class="lead">An agent calls the same operations as your programs, over MCP and with a key of ${
        view.environment === 'test' ? 'the sandbox' : 'the live wallet'
      }: <a href="${pageUrl(view, '/keys')}">API keys</a>. Without the header, a client asks you to sign in, and appears
among the <a href="${pageUrl(view, '/settings')}">connected apps</a>.</p>
${snippetsFor(publicUrl(), view.environment).map(snippet)}
<p class="quiet">The guide for <a href="${DOCS_PATH}/agents">agents</a> has the tools and the budget. Agents without MCP
read <a href="/auth.md">auth.md</a>, <a href="/pricing.md">pricing.md</a> and
<a href="/.well-known/agent-skills/index.json">the skills</a>.</p>`,
    }
  },
})

const snippet = ({ client, place, text }: Snippet): Html => html`<h2>${client}</h2>
<p class="quiet">${place}</p>
${codeBlock(text, `Configuration of ${client}`)}`
