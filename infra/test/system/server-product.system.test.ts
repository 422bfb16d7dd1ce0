import { once } from 'node:events'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Whatsapp } from '@balcao/shared/entities/whatsapp.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { REPOSITORY } from '../../constructs/repository.ts'
import { spawnChild } from '../../local/child-process.ts'
import { meet } from './converse.ts'
import { openServerShop } from './open-server-shop.ts'
import { type Shop, signIn, until } from './open-shop.ts'
import { startServer, type TestServer } from './start-server.ts'

const CUSTOMER = '5511960000001'
/** A picture of one pixel. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

let server: TestServer
let shop: Shop
let ticketId: string

beforeAll(async () => {
  server = await startServer()
  shop = await openServerShop(server, '5511960000000')
  const [conversation] = await meet(shop, [CUSTOMER])
  ticketId = conversation!.ticketId
})
afterAll(() => server.close())

/** Waits for a message of the ticket. */
const arrived = (text: string) =>
  until(text, async () => (await shop.messages(ticketId)).find(message => message.body === text))

describe('a server with a linked phone', () => {
  it('takes messages and sends answers', async () => {
    await shop.write(CUSTOMER, 'Bom dia')
    await arrived('Bom dia')
    await shop.api('POST', `/messages/${ticketId}`, { body: 'Olá' })
    await until('the answer', async () => (await shop.onPhone(CUSTOMER)).some(({ text }) => text === 'Olá'))
  })

  it('shows media of both sides under its public address', async () => {
    await shop.sim('POST', `/phones/${CUSTOMER}/messages`, {
      to: shop.number,
      type: 'image',
      mediaBase64: PIXEL,
      mimetype: 'image/png',
      text: 'a picture',
    })
    const received = await until('the picture', async () => {
      const all = await shop.messages(ticketId)
      return all.find(message => !message.fromMe && message.mediaUrl)
    })
    const link = received.mediaUrl!
    expect(link.startsWith(`${server.url}/objects/`)).toBe(true)
    const answer = await fetch(link)
    expect([answer.status, Buffer.from(await answer.arrayBuffer()).toString('base64')]).toEqual([200, PIXEL])
    expect(answer.headers.get('content-security-policy')).toContain("script-src 'none'")

    const upload = { fileName: 'pixel.png', mimetype: 'image/png', size: 70 }
    const form = await shop.api<{ key: string; url: string; fields: Record<string, string> }>(
      'POST',
      `/messages/${ticketId}/uploads`,
      upload,
    )
    expect(form.url.startsWith(`${server.url}/objects/`)).toBe(true)
    const body = new FormData()
    for (const [name, value] of Object.entries(form.fields)) body.append(name, value)
    body.append('file', new Blob([Buffer.from(PIXEL, 'base64')], { type: 'image/png' }))
    expect((await fetch(form.url, { method: 'POST', body })).status).toBe(204)
  })

  it('goes on with the same session after a restart, without another QR code', async () => {
    expect((await server.stop()).code).toBe(0)
    await shop.write(CUSTOMER, 'while it was down')
    await server.start()
    await arrived('while it was down')
    const connection = await shop.api<Whatsapp>('GET', `/whatsapp/${shop.connectionId}`)
    expect(connection).toMatchObject({ status: 'CONNECTED', qrcode: '' })
  })

  it('goes on after kill -9 too', async () => {
    await server.kill()
    await server.start()
    await shop.write(CUSTOMER, 'after the crash')
    await arrived('after the crash')
  })

  it('has made secrets of its own, which only its user can read, and printed none', () => {
    const file = join(server.dataDir, 'secrets.json')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const secrets = Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>)
    expect(secrets.map(([name]) => name)).toContain('balcao-server-jwt')
    for (const [, secret] of secrets) expect(server.output().join('\n')).not.toContain(secret)
  })

  it('gets another super user by a command that finds it by balcao.env', async () => {
    const program = join(REPOSITORY, 'infra/operations/super.ts')
    const email = 'outra@example.com'
    const child = spawnChild(process.execPath, [program, '--stage', 'server', '--email', email], {
      output: 'pipe',
      cwd: server.dir,
      // The environment of other tests has settings of its own.
      env: { PATH: process.env.PATH },
    })
    const [output, [code]] = await Promise.all([text(child.stdout!), once(child, 'exit')])
    expect([code, output]).toEqual([0, expect.stringContaining(`${email} is a super user`)])
    const [, password = ''] = /^password +(\S+)/m.exec(output) ?? []
    const { userId, api } = await signIn(server, email, password)
    expect((await api<{ super: boolean }>('GET', `/users/${userId}`)).super).toBe(true)
  })
})
