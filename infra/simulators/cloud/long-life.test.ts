import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { closeServer, LOOPBACK, listen } from '../../local/listen.ts'
import { ANA, text, useCloud } from './test/use-cloud.ts'

const dir = mkdtempSync(join(tmpdir(), 'balcao-cloud-'))
/** Time (ms) by which the clock of timers was moved. */
let ahead = 0
const clock = createServer((_, response) => {
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ now: new Date(Date.now() + ahead).toISOString(), advancedSeconds: ahead / 1000 }))
})
const clockUrl = `http://${LOOPBACK}:${await listen(clock, 0)}`
const { took, url, restart, settled, openShop, send, says, has, statuses, heard, sim } = useCloud({ dir, clockUrl })
afterAll(async () => {
  await closeServer(clock)
  rmSync(dir, { recursive: true, force: true })
})

const HOUR = 3_600_000

describe('the Cloud API over time', () => {
  it('closes the window when the clock of timers is moved', async () => {
    const shop = await openShop()
    await says(shop, { text: 'oi' })
    await send(shop, text('dentro'))
    ahead = 25 * HOUR
    // The clock is read again after 250 ms.
    await new Promise(resolve => setTimeout(resolve, 300))
    await send(shop, text('fora'))
    await settled()
    expect(statuses().find(({ status }) => status === 'failed')?.errors).toMatchObject([{ code: 131047 }])
    await says(shop, { text: 'de novo' })
    await send(shop, text('dentro outra vez'))
    await settled()
    expect((await has(shop)).map(message => message.text)).toEqual(['oi', 'dentro', 'de novo', 'dentro outra vez'])
  })

  it('keeps everything over a restart, with webhooks that were not taken yet', async () => {
    const shop = await openShop()
    await says(shop, { text: 'oi', mediaBase64: Buffer.from('png').toString('base64'), mimetype: 'image/png' })
    await send(shop, text('olá'))
    await settled()
    took.answers = Array(1000).fill(500)
    await says(shop, { text: 'enquanto cai' })
    await new Promise(resolve => setTimeout(resolve, 300))
    const before = await has(shop)
    await restart()
    took.answers = []
    await settled()
    expect(await has(shop)).toEqual(before)
    expect(heard().at(-1)).toMatchObject({ text: { body: 'enquanto cai' } })
    expect((await send(shop, text('ainda aqui'))).status).toBe(200)
    expect(await (await fetch(`${url()}${before[0]!.media!.url}`)).text()).toBe('png')
  })

  it('carries 2,000 messages each way, in order, in many changes a webhook', async () => {
    const count = 2000
    const shop = await openShop({ limits: { burst: 10_000, throughput: 10_000, deliveredAfterMs: 50 } })
    await says(shop, { text: 'oi' })
    const from = Date.now()
    const many = async (one: (i: number) => Promise<unknown>) => {
      for (let i = 0; i < count; i += 20) await Promise.all(Array.from({ length: 20 }, (_, n) => one(i + n)))
    }
    await Promise.all([many(i => send(shop, text(`out ${i}`))), many(i => says(shop, { text: `in ${i}` }))])
    const accepted = Date.now() - from
    await settled()
    expect(statuses().filter(({ status }) => status === 'delivered')).toHaveLength(count)
    expect(new Set(heard().map(({ id }) => id)).size).toBe(count + 1)
    expect(took.calls).toBeLessThan(count)
    // 80 messages a second each way would take 25 s.
    expect(accepted).toBeLessThan(25_000)
    expect(await sim<unknown[]>('GET', `${shop.phoneNumberId}/messages?with=${ANA}&last=5`)).toHaveLength(5)
  })
})
