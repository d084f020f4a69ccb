import { readFileSync } from 'node:fs'

const { version }: { readonly version: string } = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
)

/** The version of this build: the OpenAPI document and the MCP server state it, and the clients have the same one. */
export const SERVICE_VERSION = version

/** The version as Python's packages write it (PEP 440): `1.0.0-rc.1` is `1.0.0rc1`. */
export const pythonVersion = (text: string): string => text.replace(/-rc\.(\d+)$/, 'rc$1')
