import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { MediaCertificate } from '../certificate.ts'
import { MEDIA_FAULT_KINDS } from '../faults.ts'
import type { Network } from '../network/network.ts'
import { avatarPng } from './avatar.ts'
import { misbehave } from './misbehave.ts'

const MAX_UPLOAD_BYTES = 150 * 1024 * 1024
const PORT_KEY = 'media-port'

/**
 * Serves uploads, downloads and profile pictures over https, the only scheme clients use for media.
 */
export async function startMediaServer(
  network: Network,
  certificate: MediaCertificate,
  listen: { host: string; port: number },
): Promise<{ origin: string; close(): Promise<void> }> {
  const server = createServer({ key: certificate.key, cert: certificate.cert }, (request, response) => {
    // Not resolved against anything: a path may begin with two slashes or be none at all.
    const pathname = (request.url ?? '/').split('?')[0]!
    if (request.method === 'POST') {
      const chunks: Buffer[] = []
      let size = 0
      request.on('data', (chunk: Buffer) => {
        size += chunk.length
        if (size > MAX_UPLOAD_BYTES) request.destroy()
        else chunks.push(chunk)
      })
      request.on('end', () => {
        const kind = /^\/mms\/(image|video|audio|document)/.exec(pathname)?.[1] ?? 'document'
        const stored = network.storeMedia(kind as 'document', Buffer.concat(chunks))
        response
          .setHeader('content-type', 'application/json')
          .end(JSON.stringify({ url: stored.url, direct_path: stored.directPath }))
      })
      return
    }
    const number = /^\/avatar\/(\d+)\.png$/.exec(pathname)?.[1]
    const bytes = number ? avatarPng(number) : network.store.getMedia(pathname)
    if (!bytes) return void response.writeHead(404).end()
    const concerned = number ? new Set([number]) : network.store.numbersWithMedia(pathname)
    for (const kind of MEDIA_FAULT_KINDS) {
      const fault = network.faults.take(kind, concerned)
      if (fault) return misbehave(kind, fault, bytes, response)
    }
    if (number) response.setHeader('content-type', 'image/png')
    response.setHeader('content-length', bytes.length).end(bytes)
  })
  const { store } = network
  // Stored messages carry whole addresses: the port of the first run is kept.
  const kept = Number(store.getMeta(PORT_KEY)?.toString() ?? 0)
  const port = await bind(server, listen.host, listen.port || kept)
  store.setMeta(PORT_KEY, Buffer.from(String(port)))
  return {
    origin: `https://127.0.0.1:${port}`,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function bind(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve((server.address() as AddressInfo).port)
    })
  })
}
