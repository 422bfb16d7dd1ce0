import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * Serves the running product from its own origin, where its service worker can be replaced or
 * removed.
 * @param product address of the product
 */
export async function serveBuilds(product: string) {
  let build: string | null | undefined
  const server = createServer(async (asked, answer) => {
    if (asked.url === '/service-worker.js' && build !== undefined) {
      if (build === null) return void answer.writeHead(404).end()
      const [worker, page] = await Promise.all(
        ['/service-worker.js', '/index.html'].map(async path => (await fetch(product + path)).text()),
      )
      const own = /<meta name="build" content="([^"]+)"/.exec(page!)![1]!
      answer.writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'no-cache' })
      return void answer.end(worker!.replaceAll(own, build))
    }
    const { host: _, origin, ...headers } = asked.headers
    const onward = request(
      new URL(asked.url!, product),
      { method: asked.method, headers: { ...headers, ...(origin && { origin: product }) } },
      got => {
        answer.writeHead(got.statusCode!, got.headers)
        got.pipe(answer)
      },
    )
    onward.on('error', () => answer.destroy())
    asked.pipe(onward)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Sets the build of the worker from now on; null removes the worker's file. */
    build: (name: string | null) => {
      build = name
    },
    close: () => {
      server.closeAllConnections()
      return new Promise(resolve => server.close(resolve))
    },
  }
}
