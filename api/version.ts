import { readFileSync } from 'node:fs'

const { version }: { readonly version: string } = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
)

/** The version of this build: the OpenAPI document and the MCP server state it, and the clients have the same one. */
export const SERVICE_VERSION = version
