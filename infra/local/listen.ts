import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The only address that the local cloud binds. */
export const LOOPBACK = '127.0.0.1'

/**
 * Connections that wait to be accepted. Of Node's 511, a thousand clients at once would each try
 * again only after seconds.
 */
const BACKLOG = 4096

/**
 * Listens on loopback.
 * @param port the wanted port; 0 = any
 * @param fallback take any free port when the wanted one is in use
 * @returns the port it listens on
 */
export async function listen(server: Server, port: number, fallback = false): Promise<number> {
  try {
    return await attempt(server, port)
  } catch (error) {
    if (fallback && (error as NodeJS.ErrnoException).code === 'EADDRINUSE') return attempt(server, 0)
    throw error
  }
}

/** Ends a server and its open connections. */
export function closeServer(server: Server): Promise<void> {
  return new Promise(resolve => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}

function attempt(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port, host: LOOPBACK, backlog: BACKLOG }, () => {
      server.off('error', reject)
      resolve((server.address() as AddressInfo).port)
    })
  })
}
