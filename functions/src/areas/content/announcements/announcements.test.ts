import { announcements } from '@balcao/shared/api/content/announcements.ts'
import { newId } from '@balcao/shared/ids.ts'
import { expectLogged } from '@balcao/shared/test/output.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Browser, type FakeGateway, startFakeGateway } from '../../../../test/fake-gateway.ts'
import { call, makeCompany, makeUser, type TestUser } from '../../../../test/harness.ts'
import { openOwnTable } from '../../../../test/own-table.ts'
import { gif, jpeg, png } from '../../../../test/pictures.ts'
import { readObjectHead } from '../../../integrations/storage.ts'
import { publishEverywhere } from '../../../realtime/publish-everywhere.ts'

let gateway: FakeGateway
let root: TestUser
let ana: TestUser
let bia: TestUser

// What the installation has is in everybody's lists.
let dropTable = async () => {}
beforeAll(async () => {
  dropTable = await openOwnTable()
  gateway = await startFakeGateway()
  const [one, two] = [await makeCompany(), await makeCompany()]
  root = await makeUser(one.id, { super: true, profile: 'admin' })
  ana = await makeUser(one.id)
  bia = await makeUser(two.id)
})
afterAll(async () => {
  await gateway.close()
  await dropTable()
})

type Body = { title?: string; text?: string; priority?: 1 | 2 | 3; status?: boolean }
const make = async (title: string, body: Body = {}) =>
  (await call(announcements.create, { as: root, body: { title, text: 'Olá', ...body } })).body
const change = (id: string, body: Body) => call(announcements.update, { as: root, params: { id }, body: body as never })
const remove = (id: string) => call(announcements.remove, { as: root, params: { id } })
const seen = async (as: TestUser, query: object = {}) =>
  (await call(announcements.list, { as, query })).body.records.map(({ title }) => title)

const PNG = png()
const JPEG = jpeg()
const upload = (id: string, bytes: Uint8Array, fileName = 'a.png', mimetype = 'image/png') =>
  call(announcements.uploadMedia, { as: root, params: { id }, body: {}, files: [{ fileName, mimetype, bytes }] })

const actions = (browser: Browser) =>
  browser.received
    .splice(0)
    .flatMap(({ event, payload }) => (event === 'company-announcement' ? [payload?.action] : []))

describe('an announcement', () => {
  it('is made by super users alone and read by every company, the newest first or by priority', async () => {
    const plain = await make('Primeiro')
    expect(plain).toMatchObject({ priority: 3, status: true, mediaPath: null, mediaName: null })
    await make('Segundo', { priority: 1, text: 'Manutenção' })
    await make('Terceiro', { status: false })
    expect(await seen(ana)).toEqual(['Segundo', 'Primeiro'])
    expect(await seen(bia)).toEqual(['Segundo', 'Primeiro'])
    expect(await seen(root)).toEqual(['Terceiro', 'Segundo', 'Primeiro'])
    expect(await seen(root, { sort: 'priority' })).toEqual(['Segundo', 'Terceiro', 'Primeiro'])
    expect(await seen(bia, { searchParam: 'MANUTENCAO' })).toEqual(['Segundo'])
    const first = (await call(announcements.list, { as: root, query: { limit: 2 } })).body
    expect(first.hasMore).toBe(true)
    expect(await seen(root, { limit: 2, cursor: first.nextCursor })).toEqual(['Primeiro'])
    // A cursor of who sees all is worth nothing to who does not.
    const stolen = await call(announcements.list, { as: ana, query: { limit: 2, cursor: first.nextCursor! } })
    expect(stolen.error).toBe('ERR_INVALID_CURSOR')
    const body = { title: 'x', text: 'y' }
    for (const as of [ana, (await makeCompany()).admin])
      expect((await call(announcements.create, { as, body })).error).toBe('ERR_NO_PERMISSION')
    const empty = await call(announcements.create, { as: root, body: { title: ' ', text: '' } })
    expect(empty.details.map(({ path, message }) => [path, message])).toEqual([
      ['title', 'Obrigatório'],
      ['text', 'Obrigatório'],
    ])
  })

  it('that is not shown is none for who does not make them', async () => {
    const { id } = await make('Escondido', { status: false })
    expect((await call(announcements.get, { as: bia, params: { id } })).error).toBe('ERR_NO_ANNOUNCEMENT_FOUND')
    expect((await change(id, { status: true })).body).toMatchObject({ title: 'Escondido', status: true })
    expect((await call(announcements.get, { as: bia, params: { id } })).body.title).toBe('Escondido')
    expect([(await remove(id)).status, (await remove(id)).status]).toEqual([204, 204])
    expect((await change(id, { text: 'x' })).error).toBe('ERR_NO_ANNOUNCEMENT_FOUND')
  })

  it('reaches every socket of every company; what is not shown is gone for all but super users', async () => {
    const [boss, here, there] = [await gateway.open(root), await gateway.open(ana), await gateway.open(bia)]
    const received = () => [boss, here, there].map(actions)
    const { id } = await make('Ao vivo')
    expect(there.received[0]).toMatchObject({ event: 'company-announcement', payload: { announcement: { id } } })
    expect(received()).toEqual([['create'], ['create'], ['create']])
    await change(id, { status: false })
    expect(received()).toEqual([['update'], ['delete'], ['delete']])
    await make('Ainda não', { status: false })
    expect(received()).toEqual([['create'], [], []])
    await change(id, { status: true })
    await remove(id)
    expect(received()).toEqual(Array(3).fill(['update', 'delete']))
    // One who came later hears too, in a company that nobody listened in until then.
    const late = await gateway.open((await makeCompany()).admin)
    await make('Para todos')
    expect(actions(late)).toEqual(['create'])
  })

  it('is made though it cannot be published', async () => {
    const browser = await gateway.open(ana)
    browser.received.length = 0
    await publishEverywhere('announcement', { action: 'create', announcement: {} } as never)
    expectLogged('publish')
    expect(browser.received).toEqual([])
  })
})

describe('its picture', () => {
  it('is PNG or JPEG by its first bytes, shown to every company, and goes with it', async () => {
    const { id } = await make('Com imagem')
    const first = (await upload(id, PNG, 'novidade.txt', 'text/plain')).body
    expect(first.mediaName).toBe('novidade.txt')
    const theirs = (await call(announcements.get, { as: bia, params: { id } })).body.mediaPath!
    const answer = await fetch(theirs)
    expect([answer.headers.get('content-type'), Buffer.from(await answer.arrayBuffer())]).toEqual(['image/png', PNG])
    for (const bytes of [Buffer.from('GIF89a......'), Buffer.from('<svg></svg>'), Buffer.from('RIFF....WEBP')])
      expect((await upload(id, bytes)).error).toBe('ERR_UPLOAD_TYPE')
    expect((await upload(id, gif())).error).toBe('ERR_UPLOAD_TYPE')
    expect((await upload(id, png(8001, 5000))).error).toBe('ERR_PICTURE_TOO_LARGE')
    expect((await upload(id, Buffer.alloc(0))).error).toBe('ERR_UPLOAD_MISSING')
    expect((await fetch(theirs)).status).toBe(200)
    const second = (await upload(id, JPEG)).body.mediaPath!
    expect((await fetch(theirs)).status).toBe(404)
    expect((await call(announcements.removeMedia, { as: root, params: { id } })).body.mediaPath).toBeNull()
    expect((await fetch(second)).status).toBe(404)
    const third = (await upload(id, JPEG)).body.mediaPath!
    await remove(id)
    expect((await fetch(third)).status).toBe(404)
  })

  it('that is large comes by a signed form, up to 10 MB of the kind', async () => {
    const { id } = await make('Grande')
    const prepare = async (bytes: Uint8Array<ArrayBuffer>) => {
      const body = { fileName: 'a.png', mimetype: 'image/png', size: bytes.length }
      const { key, url, fields } = (await call(announcements.uploads, { as: root, params: { id }, body })).body
      const form = new FormData()
      for (const [field, value] of Object.entries(fields)) form.append(field, value)
      form.append('file', new Blob([bytes]))
      expect((await fetch(url, { method: 'POST', body: form })).status).toBe(204)
      return key
    }
    const keep = (key: string) =>
      call(announcements.uploadMedia, { as: root, params: { id }, body: { key, fileName: 'a.png' }, files: [] })
    const key = await prepare(Buffer.concat([PNG, Buffer.alloc(5_000_000)]))
    expect((await keep(key)).body).toMatchObject({ mediaName: 'a.png' })
    // Said again it is the same picture.
    expect((await fetch((await keep(key)).body.mediaPath!)).status).toBe(200)
    // Its header lies behind more than is looked at first.
    expect((await keep(await prepare(jpeg(8000, 5000, 300_000)))).status).toBe(200)
    for (const [bytes, code] of [
      [gif(), 'ERR_UPLOAD_TYPE'],
      [Buffer.from('GIF89a......'), 'ERR_UPLOAD_TYPE'],
      [Buffer.concat([jpeg(9, 9, 300_000).subarray(0, 200_000)]), 'ERR_UPLOAD_TYPE'],
      [png(8001, 5000), 'ERR_PICTURE_TOO_LARGE'],
      [jpeg(8001, 5000, 300_000), 'ERR_PICTURE_TOO_LARGE'],
    ] as const) {
      const refused = await prepare(bytes as Buffer<ArrayBuffer>)
      expect((await keep(refused)).error).toBe(code)
      expect(await readObjectHead(refused.replace('uploads/', ''), 1)).toBeUndefined()
    }
    for (const wrong of ['x', key.replace('system', newId())])
      expect((await keep(wrong)).error).toBe('ERR_UPLOAD_MISSING')
    const size = (size: number, mimetype = 'image/png') =>
      call(announcements.uploads, { as: root, params: { id }, body: { fileName: 'a', mimetype, size } })
    expect((await size(10 * 2 ** 20 + 1)).error).toBe('ERR_VALIDATION')
    expect((await size(10, 'image/gif')).error).toBe('ERR_UPLOAD_TYPE')
  })
})
