import { createGuardedHttp } from '../../activities/webhooks/guarded-http.ts'
import { readAllowedNetworks } from '../../domain/settings/networks.ts'

/** Sends to each URL of URLS under whatever environment a test has given this process, and logs the replies. */
const http = createGuardedHttp({ allowedNetworks: readAllowedNetworks(process.env) })
const urls = (process.env['URLS'] ?? '').split(' ')
const replies = await Promise.all(urls.map((url) => http.post({ url, headers: {}, body: '{}' })))
await http.close()
console.log(JSON.stringify({ msg: 'ready', replies }))
