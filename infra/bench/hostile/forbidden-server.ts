import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { LOOPBACK } from '../../local/listen.ts'

/** A server that must never be called: it accepts any protocol and counts connections. */
export type ForbiddenServer = {
  port: number
  /** Returns the first line of each connection; an empty line for one that sent nothing. */
  visits: () => readonly string[]
  close: () => Promise<void>
}

/** Opens a forbidden server on a free port of loopback. */
export async function openForbiddenServer(): Promise<ForbiddenServer> {
  const visits: string[] = []
  const server = createServer(socket => {
    const visit = visits.push('') - 1
    socket.on('error', () => undefined)
    socket.on('data', data => {
      visits[visit] ||= data.toString('latin1').split('\r\n')[0]!.slice(0, 200)
      // A readable answer, so that a fetch which is not refused leaves its trace in the product
      // too.
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

/** Returns addresses that lead to the server, in spellings that a filter might overlook. */
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
