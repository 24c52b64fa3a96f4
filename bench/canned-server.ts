import { createServer } from 'node:http'

// Answers every request with one canned JSON text of CANNED_BYTES bytes: what HTTP alone costs here.
const page = Buffer.from(
  JSON.stringify({ data: 'x'.repeat(Math.max(0, Number(process.env['CANNED_BYTES']) - 11)) }),
)
const server = createServer((request, response) => {
  request.on('data', () => {})
  request.on('end', () => {
    response.writeHead(200, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': page.length,
    })
    response.end(page)
  })
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (address && typeof address === 'object') process.stdout.write(`ready http://127.0.0.1:${address.port}\n`)
})
// Ends with whoever started it.
process.stdin.on('end', () => process.exit(0)).resume()
