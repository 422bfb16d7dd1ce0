import { templates } from '@balcao/shared/api/channels/templates.ts'
import { whatsapp } from '@balcao/shared/api/channels/whatsapp.ts'
import type { TemplateComponent } from '@balcao/shared/entities/template.ts'
import { newId } from '@balcao/shared/ids.ts'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { call, makeCompany, makeUser, makeWhatsapp, type TestCompany } from '../../../../test/harness.ts'
import { jpeg, png } from '../../../../test/pictures.ts'
import { rowsOf } from '../../../../test/rows-of.ts'
import { connectSimulated } from '../../../../test/simulated-number.ts'
import { useSimulators } from '../../../../test/use-simulators.ts'
import type { WhatsappRow } from '../../../data/channels/whatsapp.ts'
import { preparedKey } from '../../store-upload.ts'

const { sim } = await useSimulators()

const MB = 2 ** 20
const MP4 = Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0', 'latin1')
const PDF = Buffer.from('%PDF-1.7')

let company: TestCompany
let connection: WhatsappRow

beforeAll(async () => {
  company = await makeCompany()
  connection = (await connectSimulated(sim, company.id)).row
})
beforeEach(() => sim('DELETE', 'cloud/faults'))

const prepare = (changes: object = {}, as = company.admin) =>
  call(templates.uploads, { as, body: { fileName: 'foto.png', mimetype: 'image/png', size: 10, ...changes } })

/** Uploads bytes as a browser does; returns their key. */
async function upload(bytes: Uint8Array, mimetype = 'image/png', as = company.admin): Promise<string> {
  const { key, url, fields } = (await prepare({ mimetype, size: bytes.length }, as)).body
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  form.set('file', new Blob([new Uint8Array(bytes)], { type: mimetype }))
  expect((await fetch(url, { method: 'POST', body: form })).ok).toBe(true)
  return key
}
const give = (key: string, changes: object = {}, as = company.admin) =>
  call(templates.sendSample, { as, body: { whatsappId: connection.id, key, fileName: 'foto.png', ...changes } })

const parts = (handle: string, format: 'IMAGE' | 'VIDEO' | 'DOCUMENT' = 'IMAGE'): TemplateComponent[] => [
  { type: 'HEADER', format, example: { header_handle: [handle] } },
  { type: 'BODY', text: 'Veja a novidade.' },
]
const create = (components: TemplateComponent[]) =>
  call(templates.create, {
    as: company.admin,
    body: {
      ...{ whatsappId: connection.id, name: `foto_${crypto.randomUUID().slice(0, 8)}`, language: 'pt_BR' },
      ...{ category: 'MARKETING', components },
    },
  })

describe('a sample', () => {
  it.each([
    ['a PNG', png(), 'image/png', 'IMAGE'],
    ['a JPEG that was called a PNG', jpeg(), 'image/png', 'IMAGE'],
    ['a video', MP4, 'video/mp4', 'VIDEO'],
    ['a document', PDF, 'application/pdf', 'DOCUMENT'],
    ['a large video', Buffer.concat([MP4, Buffer.alloc(16 * MB - MP4.length)]), 'video/mp4', 'VIDEO'],
  ] as const)('becomes a handle, with which Meta takes the template: %s', async (_, bytes, mimetype, format) => {
    const key = await upload(bytes, mimetype)
    const { status, body } = await give(key)
    expect([status, body]).toEqual([200, { handle: expect.stringMatching(/./), format }])
    const made = await create(parts(body.handle, format))
    expect([made.status, made.body]).toMatchObject([201, { status: 'PENDING', variables: ['header'] }])
  })

  it('may come in a form, up to what fits into a call', async () => {
    const send = (bytes: Uint8Array) =>
      call(templates.sendSample, {
        as: company.admin,
        body: { whatsappId: connection.id },
        files: [{ fileName: 'foto.png', mimetype: 'image/png', bytes }],
      })
    expect((await send(png())).body).toMatchObject({ format: 'IMAGE' })
    expect((await send(Buffer.from('<html>'))).error).toBe('ERR_TEMPLATE_FILE')
    const none = await call(templates.sendSample, { as: company.admin, body: { whatsappId: connection.id } })
    expect(none.error).toBe('ERR_UPLOAD_MISSING')
  })

  it('is stored nowhere', async () => {
    const before = await rowsOf(company.id)
    await give(await upload(png()))
    expect(await rowsOf(company.id)).toEqual(before)
  })

  it.each([
    ['a GIF', { mimetype: 'image/gif' }],
    ['QuickTime', { mimetype: 'video/quicktime' }],
    ['a page', { mimetype: 'text/html' }],
    ['a picture over 5 MB', { size: 5 * MB + 1 }],
  ])('is not even uploaded: %s', async (_, changes) => {
    const { status, error } = await prepare(changes)
    expect([status, error]).toEqual([415, 'ERR_TEMPLATE_FILE'])
  })

  it.each<[string, Uint8Array, string]>([
    ['a page that was called a picture', Buffer.from('<html>'), 'ERR_TEMPLATE_FILE'],
    ['QuickTime', Buffer.from('\0\0\0\x14ftypqt  ', 'latin1'), 'ERR_TEMPLATE_FILE'],
    ['a picture without a header', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), 'ERR_UPLOAD_TYPE'],
    ['a picture of 41 megapixels', png(8200, 5000), 'ERR_PICTURE_TOO_LARGE'],
  ])('is refused for its bytes: %s', async (_, bytes, error) => {
    expect((await give(await upload(bytes))).error).toBe(error)
  })

  it('is refused under a key that is not of this company’s samples', async () => {
    const other = await makeCompany()
    const theirs = await upload(png(), 'image/png', other.admin)
    for (const key of ['x', theirs, preparedKey(company.id, 'samples'), preparedKey(company.id, newId())])
      expect((await give(key)).error).toBe('ERR_UPLOAD_MISSING')
  })

  it('tells what Meta says, and disconnects nothing', async () => {
    const key = await upload(png())
    await sim('POST', 'cloud/faults', { kind: 'fail', code: 100, call: 'uploads', count: 1 })
    expect((await give(key)).error).toBe('ERR_TEMPLATE_FILE_REFUSED')
    await sim('POST', 'cloud/faults', { kind: 'fail', status: 500, call: 'upload:', count: 1 })
    expect((await give(key)).error).toBe('ERR_META_UNAVAILABLE')
    expect((await give(key)).status).toBe(200)
  })

  it('goes over a connected official number of the company, by an admin', async () => {
    const key = await upload(png())
    const web = await makeWhatsapp(company.id)
    expect((await give(key, { whatsappId: web.id })).error).toBe('ERR_CHANNEL_UNSUPPORTED')
    expect((await give(key, { whatsappId: newId() })).error).toBe('ERR_NO_WAPP_FOUND')
    const user = await makeUser(company.id)
    expect((await give(key, {}, user)).error).toBe('ERR_NO_PERMISSION')
    expect((await prepare({}, user)).error).toBe('ERR_NO_PERMISSION')
    const off = await connectSimulated(sim, company.id)
    await sim('POST', `cloud/${off.number.phoneNumberId}/revoke`)
    expect((await give(key, { whatsappId: off.row.id })).error).toBe('ERR_WAPP_NOT_INITIALIZED')
    const { body } = await call(whatsapp.get, { as: company.admin, params: { id: off.row.id } })
    expect(body.status).toBe('DISCONNECTED')
  })
})

it('a template is changed with a new sample only, not with the address that Meta lists', async () => {
  const refused = await create(parts('https://scontent.whatsapp.net/foto.png'))
  expect([refused.error, refused.details]).toEqual([
    'ERR_VALIDATION',
    [expect.objectContaining({ path: 'components.0.example', code: 'invalid_format' })],
  ])
})
