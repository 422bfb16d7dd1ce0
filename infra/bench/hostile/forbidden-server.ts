import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { LOOPBACK } from '../../local/listen.ts'

/** A server nobody may ever call: it takes any protocol, and counts whoever connects. */
export type ForbiddenServer = {
  port: number
  /** What came, by its first line; a connection that said nothing is an empty line. */
  visits: () => readonly string[]
  close: () => Promise<void>
}

/** Opens a canary on a free port of loopback. */
export async function openForbiddenServer(): Promise<ForbiddenServer> {
  const visits: string[] = []
  const server = createServer(socket => {
    const visit = visits.push('') - 1
    socket.on('error', () => undefined)
    socket.on('data', data => {
      visits[visit] ||= data.toString('latin1').split('\r\n')[0]!.slice(0, 200)
      // An answer somebody could read, so that a fetch which is not refused leaves its trace in the product too.
      socket.end('HTTP/1.1 200 OK\r\ncontent-type: image/jpeg\r\ncontent-length: 6\r\n\r\ncanary')
    })
  })
  server.listen(0, LOOPBACK)
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    visits: () => visits,
    close: () => new Promise(resolve => server.close(() => resolve())),
  }
}

/** Addresses that lead to the canary, in the spellings a filter might overlook. */
export const addressesOf = ({ port }: ForbiddenServer): string[] => [
  `http://${LOOPBACK}:${port}/meta`,
  `https://${LOOPBACK}:${port}/meta`,
  `http://localhost:${port}/meta`,
  `http://2130706433:${port}/meta`,
  `http://0x7f.1:${port}/meta`,
  `http://0:${port}/meta`,
  `http://[::ffff:127.0.0.1]:${port}/meta`,
  `http://mmg.whatsapp.net@${LOOPBACK}:${port}/meta`,
]
