import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mediaCertificate } from '../../simulator/certificate.ts'
import { Store } from '../../simulator/store.ts'
import { trustCa } from '../../simulator/test/trust-ca.ts'
import { publicLookup, safeGet } from './safe-get.ts'

let server: Server
let port: number
let visits = 0
const open = { allowPrivate: true, signal: AbortSignal.timeout(20_000) }

beforeAll(async () => {
  const store = new Store(undefined)
  const certificate = await mediaCertificate(store)
  store.close()
  trustCa(certificate.ca)
  server = createServer({ key: certificate.key, cert: certificate.cert }, (request, response) => {
    visits++
    const status = Number(request.url!.slice(1))
    response.writeHead(status, status === 302 ? { location: '/200' } : {}).end('body')
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

describe('safeGet', () => {
  it('answers what is there', async () => {
    const response = await safeGet(new URL(`https://127.0.0.1:${port}/200`), open)
    let text = ''
    for await (const part of response) text += String(part)
    expect(text).toBe('body')
  })

  it.each([302, 404, 500, 206])('%i is an error, and no redirect is followed', async status => {
    visits = 0
    await expect(safeGet(new URL(`https://127.0.0.1:${port}/${status}`), open)).rejects.toMatchObject({ status })
    expect(visits).toBe(1)
  })

  it('speaks https only', async () => {
    await expect(safeGet(new URL(`http://127.0.0.1:${port}/200`), open)).rejects.toThrow('https')
  })

  it.each(['127.0.0.1', '0x7f.1', '[::1]', '[::ffff:127.0.0.1]', '169.254.169.254', 'localhost'])(
    'does not connect to %s',
    async host => {
      visits = 0
      const url = new URL(`https://${host}:${port}/200`)
      await expect(safeGet(url, { ...open, allowPrivate: false })).rejects.toThrow('a private address')
      expect(visits).toBe(0)
    },
  )

  it('ends with its signal, before and while', async () => {
    const url = new URL(`https://127.0.0.1:${port}/200`)
    const over = AbortSignal.abort(new Error('over'))
    await expect(safeGet(url, { ...open, signal: over })).rejects.toThrow('over')
    const stop = new AbortController()
    const asked = safeGet(url, { ...open, signal: stop.signal })
    stop.abort(new Error('stopped'))
    await expect(asked).rejects.toThrow('stopped')
  })
})

it('a name that has private addresses resolves to none, however it is asked', async () => {
  const ask = (all: boolean) =>
    new Promise((resolve, reject) => {
      publicLookup('localhost', { all }, (error, found) => (error ? reject(error) : resolve(found)))
    })
  await expect(ask(true)).rejects.toThrow('a private address')
  await expect(ask(false)).rejects.toThrow('a private address')
})
