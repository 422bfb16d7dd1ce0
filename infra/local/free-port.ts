import { createServer } from 'node:net'
import { LOOPBACK } from './listen.ts'

/**
 * Returns a free loopback port: the wanted one when it is free. For servers that cannot report the
 * port they took.
 */
export async function freePort(wanted = 0): Promise<number> {
  try {
    return await probe(wanted)
  } catch (error) {
    if (wanted !== 0 && (error as NodeJS.ErrnoException).code === 'EADDRINUSE') return probe(0)
    throw error
  }
}

function probe(port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(port, LOOPBACK, () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
