import { randomBytes } from 'node:crypto'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { Writable } from 'node:stream'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { loopbackCertificate } from '../simulator/certificate.ts'
import { trustCa } from '../simulator/test/trust-ca.ts'
import { downloadMedia } from '../src/media/download-media.ts'

const BYTES = 1_000_000

let host: string
let close: () => void

beforeAll(async () => {
  const { key, cert, ca } = await loopbackCertificate('A media host')
  trustCa(ca)
  const server = createServer({ key, cert }, (_, response) => response.end(randomBytes(BYTES)))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  close = () => {
    server.closeAllConnections()
    server.close()
  }
})
afterAll(() => close())

/** Stream whose listener threw: it takes nothing more and never reports its end. */
const stuck = () => new Writable({ write() {}, destroy() {} })

it.each([
  ['stalled', { stallMs: 200, baseMs: 60_000 }],
  ['took too long', { stallMs: 60_000, baseMs: 200 - BYTES / 256 }],
])('a download whose sink never ends ends all the same: it %s', async (why, timeouts) => {
  const wanted = {
    directPath: '/v/t62.7118-24/file.enc',
    mediaKey: randomBytes(32),
    fileEncSha256: randomBytes(32),
    length: undefined,
    most: BYTES,
    kind: 'image' as const,
    sha256: undefined,
  }
  const sink = { stream: stuck(), stored: new Promise<never>(() => {}) }
  const download = downloadMedia(wanted, { host, allowPrivate: true, ...timeouts, open: () => sink })
  await expect(download).rejects.toThrow(why)
})
