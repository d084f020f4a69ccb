import { startEmbeddingTwin } from './embeddings/twin.ts'
import { twinEnvironment } from './kit/settings.ts'
import { startTwins } from './twins.ts'

/**
 * `npm run twins`: starts the twins of all live providers and prints the environment by which a service calls them.
 * `--list` only lists their endpoints. `--embeddings` starts that of the embeddings service alone, on port 8651.
 * `--json`, for `npm start -- --twins`: it ends with its standard input.
 */
const PORT = 8650
const EMBEDDINGS_PORT = 8651

if (process.argv.includes('--embeddings')) {
  const twin = await startEmbeddingTwin(Number(process.env['TWINS_PORT'] ?? EMBEDDINGS_PORT))
  process.stdout.write(`export DISCOVER_EMBEDDINGS_URL='${twin.url}'\n`)
  await Promise.race(['SIGINT', 'SIGTERM'].map((signal) => new Promise((resolve) => process.once(signal, resolve))))
  await twin.close()
  process.exit()
}

const isList = process.argv.includes('--list')
const { world, url, close } = await startTwins(isList ? 0 : Number(process.env['TWINS_PORT'] ?? PORT))
const environment = twinEnvironment(world)
const write = (text: string): void => void process.stdout.write(`${text}\n`)

if (isList) {
  for (const [slug, { routes }] of world.twins) write(`${slug.padEnd(18)} ${routes.length} endpoints`)
  await close()
} else if (process.argv.includes('--json')) {
  write(JSON.stringify({ url, environment }))
  // The terminal's Ctrl-C reaches this process too; the service still needs the twins to stop.
  process.on('SIGINT', () => undefined)
  process.stdin.resume().once('end', () => void close())
} else {
  for (const [name, value] of Object.entries(environment)) write(`export ${name}='${value}'`)
  process.stderr.write(`\n${world.twins.size} twins at ${url}; GET ${url}/_twin lists them. Ctrl-C stops them.\n`)
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void close())
}
