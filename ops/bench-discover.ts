import { parseArgs } from 'node:util'
import { loadCatalog } from '../activities/providers/catalogs/load.ts'
import { MANIFESTS } from '../activities/providers/manifests.ts'
import { createDiscovery } from '../api/discover/discovery.ts'
import { CAPABILITIES } from '../domain/capabilities/catalog.ts'
import { endpointId } from '../domain/discover/documents.ts'
import { DEPTH, evaluate, readQueries } from './bench-discover/evaluate.ts'
import { plainBm25 } from './bench-discover/plain-bm25.ts'
const { values } = parseArgs({ options: { queries: { type: 'string', multiple: true }, misses: { type: 'boolean', default: false } } })
const discovery = createDiscovery({ capabilities: CAPABILITIES, manifests: MANIFESTS, catalog: loadCatalog() })
const t=performance.now(); discovery.search({query:'x',limit:1,isLive:()=>false}); console.log('index', performance.now()-t)
const plain = plainBm25(discovery.texts)
const ids = new Set(discovery.texts.map(({ id }) => id))
const live = (slug: string) => MANIFESTS.some((m) => m.slug === slug)
const ours = (query: string) => discovery.search({ query, limit: DEPTH, isLive: (e) => live(e.provider) && !e.requires_byok }).map((f) => f.kind === 'capability' ? f.capability.slug : endpointId(f.endpoint))
for (const path of values.queries ?? []) {
  const q = readQueries(path)
  for (const [n, s] of [['ours', ours], ['bm25', plain]] as const) {
    const t0=performance.now()
    const f = evaluate(q, s, (id) => ids.has(id))
    console.log(path, n, f.queries, f.leftOut, f.hitAt1.toFixed(3), f.hitAt5.toFixed(3), f.meanReciprocalRank.toFixed(3), ((performance.now()-t0)/f.queries).toFixed(2)+'ms')
    if (values.misses && n === 'ours') for (const m of f.missed) console.log('  ', m.rank, JSON.stringify(m.query), '|', m.found.slice(0, 4).join(' ; '))
  }
}
