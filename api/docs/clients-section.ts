import { installLines } from '../clients/install-lines.ts'
import type { ClientPackage } from '../clients/packages.ts'
import { html } from '../html/markup.ts'
import type { Generated } from './guide-page.ts'

const TITLE = 'Install a client'
const ID = 'install-a-client'

/** How the clients are installed from this service; null where it has none. */
export const clientsSection = (packages: readonly ClientPackage[]): Generated | null =>
  packages.length === 0
    ? null
    : {
        headings: [{ id: ID, title: TITLE, level: 2 }],
        body: html`<h2 id="${ID}"><a class="anchored" href="#${ID}">${TITLE}</a></h2>
<p>The packages have the types of this service and repeat requests safely. They come from this service, not from a
registry.</p>
${installLines(packages)}`,
      }
