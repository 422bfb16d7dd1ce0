import { createServer } from 'node:http'
import { afterAll, describe, expect, it } from 'vitest'
import { closeServer, LOOPBACK, listen } from '../../local/listen.ts'
import { META_APP } from '../../local/simulator-accounts.ts'
import { codeOf, idOf, type Shop, useCloud } from './test/use-cloud.ts'

const { sim, graph, settled, openShop, send, says, has, statuses, url } = useCloud()
const files = createServer((request, response) => {
  const type = request.url === '/photo' ? 'image/jpeg' : 'image/gif'
  if (request.url === '/gone') response.writeHead(404).end()
  else response.writeHead(200, { 'content-type': type }).end('bytes')
})
const filesUrl = `http://${LOOPBACK}:${await listen(files, 0)}`
afterAll(() => closeServer(files))

const upload = (
  { phoneNumberId, accessToken }: Shop,
  bytes: number,
  type: string,
  more: Record<string, string> = {},
) => {
  const form = new FormData()
  for (const [name, value] of Object.entries({ messaging_product: 'whatsapp', ...more })) form.set(name, value)
  form.set('file', new Blob([new Uint8Array(bytes)], { type }), 'file')
  return graph('POST', `${phoneNumberId}/media`, accessToken, form)
}

describe('media of the Cloud API', () => {
  it('are uploaded within their kinds and sizes, and sent by id', async () => {
    const shop = await openShop()
    await says(shop, { text: 'oi' })
    expect(codeOf(await upload(shop, 10, 'image/gif'))).toBe(100)
    expect(codeOf(await upload(shop, 5 * 2 ** 20 + 1, 'image/png'))).toBe(131053)
    expect(codeOf(await upload(shop, 10, 'image/png', { messaging_product: 'other' }))).toBe(100)
    const { body } = await upload(shop, 5 * 2 ** 20, 'image/png')
    expect(codeOf(await send(shop, { type: 'sticker', sticker: { id: body.id } }))).toBe(131053)
    expect((await send(shop, { type: 'image', image: { id: body.id, caption: 'bolo' } })).status).toBe(200)
    const other = await openShop()
    await says(other, { text: 'oi' })
    expect(codeOf(await send(other, { type: 'image', image: { id: body.id } }))).toBe(100)
    expect((await graph('GET', String(body.id), shop.accessToken)).body).toMatchObject({
      mime_type: 'image/png',
      file_size: 5 * 2 ** 20,
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    await settled()
    const shown = (await has(shop)).at(-1)!
    expect(shown).toMatchObject({ text: 'bolo', media: { type: 'image', mimetype: 'image/png' } })
    expect((await (await fetch(`${url()}${shown.media!.url}`)).arrayBuffer()).byteLength).toBe(5 * 2 ** 20)
    expect((await graph('DELETE', String(body.id), shop.accessToken)).body).toEqual({ success: true })
    expect(codeOf(await graph('GET', String(body.id), shop.accessToken))).toBe(100)
  })

  it('are lost on the way when a fault says so', async () => {
    const shop = await openShop()
    const { body } = await upload(shop, 10, 'image/png')
    const node = await graph('GET', String(body.id), shop.accessToken)
    const fetched = () => fetch(String(node.body.url), { headers: { authorization: `Bearer ${shop.accessToken}` } })
    await sim('POST', 'faults', { kind: 'fail', call: 'download', status: 404 })
    expect([(await fetched()).status, (await fetched()).status]).toEqual([404, 200])
  })

  it('are fetched by link after the answer, and fail by a status', async () => {
    const shop = await openShop()
    await says(shop, { text: 'oi' })
    const image = async (path: string) =>
      idOf(await send(shop, { type: 'image', image: { link: `${filesUrl}${path}` } }))
    const [good, ...bad] = [await image('/photo'), await image('/gone'), await image('/animation')]
    await settled()
    const failed = statuses().filter(({ status }) => status === 'failed')
    expect(failed.map(({ id, errors }) => [id, errors?.[0]?.code])).toEqual(bad.map(id => [id, 131053]))
    expect((await has(shop)).at(-1)).toMatchObject({ id: good, media: { mimetype: 'image/jpeg' } })
  })

  it('are a voice message only as Opus in Ogg that is sent as one', async () => {
    const shop = await openShop()
    await says(shop, { text: 'oi' })
    const opus = `OggS${'\0'.repeat(24)}OpusHead`
    const sent = async (bytes: string, voice: boolean) => {
      const form = new FormData()
      form.set('messaging_product', 'whatsapp')
      form.set('file', new Blob([bytes], { type: 'audio/ogg' }), 'voz.ogg')
      const { body } = await graph('POST', `${shop.phoneNumberId}/media`, shop.accessToken, form)
      await send(shop, { type: 'audio', audio: { id: body.id, voice } })
      await settled()
      return (await has(shop)).at(-1)?.media?.isVoice
    }
    expect([await sent(opus, true), await sent(opus, false), await sent('OggS vorbis', true)]).toEqual([
      true,
      false,
      false,
    ])
  })

  it('stand in a template’s header, whose sample is uploaded first', async () => {
    const shop = await openShop({ autoApprove: true })
    const session = await graph('POST', `${META_APP.id}/uploads?file_type=image/png&file_length=7`, shop.accessToken)
    const { body } = await graph('POST', String(session.body.id), shop.accessToken, 'bytes')
    const create = (handle: unknown) =>
      graph('POST', `${shop.businessAccountId}/message_templates`, shop.accessToken, {
        ...{ name: 'foto', language: 'pt_BR', category: 'MARKETING' },
        components: [
          { type: 'HEADER', format: 'IMAGE', example: { header_handle: [handle] } },
          { type: 'BODY', text: 'Olá' },
        ],
      })
    expect(codeOf(await create('nobody'))).toBe(100)
    expect((await create(body.h)).body).toMatchObject({ status: 'PENDING' })
    await settled()
    const template = (parameters: object[]) => ({
      type: 'template',
      template: { name: 'foto', language: { code: 'pt_BR' }, components: [{ type: 'header', parameters }] },
    })
    expect(codeOf(await send(shop, template([])))).toBe(132012)
    const sent = await send(shop, template([{ type: 'image', image: { link: `${filesUrl}/photo` } }]))
    await settled()
    expect(sent.status).toBe(200)
    expect((await has(shop)).at(-1)).toMatchObject({ text: 'Olá', media: { type: 'image' } })
  })
})

describe('the embedded sign-up', () => {
  it('gives a token of the chosen account, which is exchanged and described', async () => {
    const shop = await openShop()
    const query = `client_id=${META_APP.id}&config_id=1&state=s&redirect_uri=http://localhost/back`
    const screen = await (await fetch(`${url()}/simulated/meta/dialog?${query}&response_type=token`)).text()
    const given = /#access_token=([\w-]+)/.exec(screen)![1]!
    const app = `client_id=${META_APP.id}&client_secret=${META_APP.secret}`
    const exchange = `oauth/access_token?grant_type=fb_exchange_token&${app}&fb_exchange_token=${given}`
    const { body } = await graph('GET', exchange, '')
    const asked = `debug_token?input_token=${body.access_token}&access_token=${META_APP.id}|${META_APP.secret}`
    expect((await graph('GET', asked, '')).body.data).toMatchObject({
      is_valid: true,
      granular_scopes: [{ scope: 'whatsapp_business_management' }, { scope: 'whatsapp_business_messaging' }],
    })
    const all = await fetch(`${url()}/simulated/meta/dialog?${query}&response_type=code`)
    const codes = [...(await all.text()).replaceAll('&#38;', '&').matchAll(/\?code=([\w-]+)/g)].map(([, code]) => code!)
    const tokens = await Promise.all(
      codes.map(async code => (await graph('GET', `oauth/access_token?${app}&code=${code}`, '')).body.access_token),
    )
    const seen = await Promise.all(
      tokens.map(each => graph('GET', `${shop.businessAccountId}/phone_numbers`, String(each))),
    )
    expect(seen.filter(({ status }) => status === 200)).toHaveLength(1)
    const lost = await fetch(
      `${url()}/simulated/meta/dialog?${query}&response_type=token`.replace('localhost', 'evil.example'),
    )
    expect(lost.status).toBe(400)
  })
})
