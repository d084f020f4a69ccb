import { createServer } from 'node:http'

/**
 * A webhook receiver in a separate process, so that its work is not counted. `/hang` never answers, `/fail` answers
 * 500, every other path 204.
 */
const server = createServer((request, response) => {
  request.resume().on('end', () => {
    if (request.url === '/hang') return
    response.writeHead(request.url === '/fail' ? 500 : 204).end()
  })
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the receiver has no port')
  console.log(JSON.stringify({ msg: 'ready', url: `http://127.0.0.1:${address.port}` }))
})
process.on('SIGTERM', () => process.exit(0))
