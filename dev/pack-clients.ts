import { refreshPackages } from '../ops/clients/refresh-packages.ts'

/** What a local start runs in parallel (dev/local/client-packages.ts): packs the clients into the given folder. */
const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('The folder of the packages is missing.')
console.log(await refreshPackages(folder))
