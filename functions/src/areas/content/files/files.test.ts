import { randomUUID } from 'node:crypto'
import { files } from '@balcao/shared/api/content/files.ts'
import { messages } from '@balcao/shared/api/tickets/messages.ts'
import { newId } from '@balcao/shared/ids.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type FakeGateway, startFakeGateway } from '../../../../test/fake-gateway.ts'
import { call, makeCompany, makeUser, type TestUser } from '../../../../test/harness.ts'
import { makeTicket } from '../../../../test/make-ticket.ts'
import { png } from '../../../../test/pictures.ts'
import { createCampaign, newCampaign } from '../../../data/campaigns/campaign.ts'
import { changeFileList } from '../../../data/content/change-file-list.ts'
import { FILE_LISTS, filesOf } from '../../../data/content/file-list.ts'
import { requireRow } from '../../../data/table/small-list.ts'
import { readObjectHead } from '../../../integrations/storage.ts'

let gateway: FakeGateway
let companyId: string
let admin: TestUser
let ana: TestUser

beforeAll(async () => {
  gateway = await startFakeGateway()
})
afterAll(() => gateway.close())

beforeEach(async () => {
  const company = await makeCompany()
  companyId = company.id
  admin = company.admin
  ana = await makeUser(companyId)
})

type Option = { id?: string; name?: string }
const make = (name: string, options: Option[] = []) =>
  call(files.create, { as: admin, body: { name, message: 'Para novos clientes', options } })
const change = (id: string, body: { name?: string; options?: Option[] }) =>
  call(files.update, { as: admin, params: { id }, body: body as never })
const remove = (id: string) => call(files.remove, { as: admin, params: { id } })
const get = async (id: string) => (await call(files.get, { as: ana, params: { id } })).body

const PNG = png()
const file = (fileName: string, bytes: Uint8Array = PNG, mimetype = 'image/png') => ({ fileName, mimetype, bytes })
const pdf = (fileName: string) => file(fileName, Buffer.from('%PDF-1.7'), 'application/pdf')
const upload = (id: string, some: ReturnType<typeof file>[], optionIds: string[] = []) =>
  call(files.uploadList, { as: admin, params: { id }, body: { optionIds: optionIds.join(',') } as never, files: some })
const keep = (id: string, uploads: object[]) =>
  call(files.uploadList, { as: admin, params: { id }, body: { uploads } as never })

/** Puts a file into the bucket by a signed form, as a browser does. */
async function prepare(
  /** Absent for a list that is created together with its files. */
  id: string | null,
  bytes: Uint8Array<ArrayBuffer>,
  fileName = 'filme.pdf',
  mimetype = 'application/pdf',
) {
  const body = { fileName, mimetype, size: bytes.length }
  const prepared = id
    ? call(files.uploads, { as: admin, params: { id }, body })
    : call(files.prepare, { as: admin, body })
  const { key, url, fields } = (await prepared).body
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) form.append(field, value)
  form.append('file', new Blob([bytes]))
  expect((await fetch(url, { method: 'POST', body: form })).status).toBe(204)
  return { key, fileName, mimetype }
}

const keysOf = async (id: string) =>
  (await requireRow(companyId, FILE_LISTS, id, true)).options.map(({ media }) => media?.key ?? '')
const isThere = async (key: string) => (await readObjectHead(key, 1)) !== undefined

describe('a file list', () => {
  it('has a name to itself, a text, and places in their order', async () => {
    const { status, body } = await make('Tabela', [{ name: 'Preços' }, {}])
    expect([status, body]).toMatchObject([
      201,
      {
        name: 'Tabela',
        message: 'Para novos clientes',
        userId: admin.user.id,
        options: [{ name: 'Preços' }, { name: '' }],
      },
    ])
    expect((await make('TABELA')).error).toBe('ERR_FILE_LIST_NAME_ALREADY_EXISTS')
    const [first, second] = body.options
    const moved = await change(body.id, {
      options: [{ id: second!.id, name: 'Fotos' }, { name: 'Nova' }, { id: first!.id }],
    })
    expect(moved.body.options.map(({ id, name }) => [id === first!.id, id === second!.id, name])).toEqual([
      [false, true, 'Fotos'],
      [false, false, 'Nova'],
      [true, false, ''],
    ])
    for (const options of [[{ id: newId() }], [{ id: first!.id }, { id: first!.id }]])
      expect((await change(body.id, { options })).error).toBe('ERR_NO_FILE_FOUND')
    // A field that is left out stays.
    expect((await change(body.id, { name: 'Preços' })).body.options).toHaveLength(3)
    const short = await make('ab')
    expect([short.error, short.details[0]?.message]).toEqual(['ERR_VALIDATION', 'nome muito curto'])
  })

  it('is read by all of the company and changed by admins, who hear of it too', async () => {
    const { id } = (await make('Tabela')).body
    const browser = await gateway.open(ana)
    expect((await call(files.update, { as: ana, params: { id }, body: { message: 'x' } })).error).toBe(
      'ERR_NO_PERMISSION',
    )
    expect((await call(files.list, { as: ana, query: { searchParam: 'tab' } })).body.files).toMatchObject([{ id }])
    expect((await call(files.get, { as: (await makeCompany()).admin, params: { id } })).error).toBe(
      'ERR_NO_FILE_LIST_FOUND',
    )
    await upload(id, [pdf('a.pdf')])
    await remove(id)
    const received = browser.received.filter(({ event }) => event === `company-${companyId}-file`)
    expect(received.map(({ payload }) => payload?.action)).toEqual(['update', 'delete'])
  })

  it('stays while a campaign that is still to be sent names it; of both at once one comes first', async () => {
    const campaign = (fileListId: string) =>
      createCampaign(
        newCampaign(companyId, {
          ...{ name: 'Natal', status: 'INATIVA', confirmation: false, scheduledAt: null, media: null },
          ...{ message1: 'oi', message2: '', message3: '', message4: '', message5: '' },
          ...{ confirmationMessage1: '', confirmationMessage2: '', confirmationMessage3: '' },
          ...{ confirmationMessage4: '', confirmationMessage5: '' },
          ...{ whatsappId: null, contactListId: null, tagListId: null, fileListId },
        }),
      )
    const used = (await make('Tabela')).body
    await campaign(used.id)
    expect((await remove(used.id)).error).toBe('ERR_FILE_LIST_IN_USE')
    for (let round = 0; round < 4; round++) {
      const { id } = (await make(`Corrida ${round}`)).body
      const [named, removed] = await Promise.allSettled([campaign(id), remove(id)])
      const isGone = removed.status === 'fulfilled' && removed.value.status === 204
      expect(named.status === 'fulfilled').toBe(!isGone)
    }
  })
})

describe('its files', () => {
  it('fill the places they name, then the empty ones, then new ones at the end', async () => {
    const { id, options } = (await make('Fotos', [{ name: 'um' }, { name: 'dois' }, { name: 'três' }])).body
    await upload(id, [file('b.png')], [options[1]!.id])
    const { body } = await upload(id, [file('a.png'), pdf('c.pdf'), pdf('d.pdf')])
    expect(body.options.map(({ name, fileName, mediaType }) => [name, fileName, mediaType])).toEqual([
      ['um', 'a.png', 'image'],
      ['dois', 'b.png', 'image'],
      ['três', 'c.pdf', 'application'],
      ['', 'd.pdf', 'application'],
    ])
    expect(Buffer.from(await (await fetch(body.options[0]!.path!)).arrayBuffer())).toEqual(PNG)
    expect((await upload(id, [file('x.png')], [newId()])).error).toBe('ERR_NO_FILE_FOUND')
    expect(
      (
        await upload(
          id,
          Array.from({ length: 17 }, () => pdf('e.pdf')),
        )
      ).error,
    ).toBe('ERR_TOO_MANY_FILES')
    expect((await upload(id, [file('x.png', Buffer.from('no picture'))])).error).toBe('ERR_UPLOAD_TYPE')
    expect((await upload(id, [])).error).toBe('ERR_UPLOAD_MISSING')
    expect(await get(id)).toEqual(body)
  })

  it('come with their list in one call, in the form or out of the bucket, and refuse it together', async () => {
    const browser = await gateway.open(ana)
    const published = () =>
      browser.received
        .splice(0)
        .flatMap(({ event, payload }) => (event === `company-${companyId}-file` ? [payload?.action] : []))
    const large = Buffer.concat([Buffer.from('%PDF-1.7'), Buffer.alloc(5_000_000)])
    const upload = await prepare(null, large)
    const name = crypto.randomUUID().slice(0, 8)
    const create = (options: object[], carried: ReturnType<typeof file>[]) =>
      call(files.create, { as: admin, body: { name, message: 'Olá', options } as never, files: carried })
    for (const [options, carried, error] of [
      [[{ file: 0 }], [file('x.png', Buffer.from('no picture'))], 'ERR_UPLOAD_TYPE'],
      [[{ file: 1 }], [file('x.png')], 'ERR_VALIDATION'],
      [[{ file: 0 }, { file: 0 }], [file('x.png')], 'ERR_VALIDATION'],
      [[{ name: 'nenhum' }], [file('x.png')], 'ERR_VALIDATION'],
      [[{ file: 0, upload }], [file('x.png')], 'ERR_VALIDATION'],
      [[{ upload: { ...upload, key: `${upload.key}x` } }], [], 'ERR_UPLOAD_MISSING'],
    ] as const)
      expect((await create([...options], [...carried])).error).toBe(error)
    expect(published()).toEqual([])
    const { status, body } = await create([{ name: 'um', file: 0 }, { upload }, { name: 'vazio' }], [file('a.png')])
    expect([status, body.options.map(each => [each.name, each.fileName])]).toEqual([
      201,
      [
        ['um', 'a.png'],
        ['', 'filme.pdf'],
        ['vazio', null],
      ],
    ])
    expect(published()).toEqual(['create'])
    const [first, second, third] = body.options
    const options = [
      { id: third!.id, name: 'cheio', file: 0 },
      { id: first!.id, name: 'um' },
    ]
    const update = (given: object[], carried: ReturnType<typeof file>[]) =>
      call(files.update, { as: admin, params: { id: body.id }, body: { options: given } as never, files: carried })
    const changed = await update(options, [pdf('c.pdf')])
    expect(changed.body.options.map(each => [each.name, each.fileName])).toEqual([
      ['cheio', 'c.pdf'],
      ['um', 'a.png'],
    ])
    expect(published()).toEqual(['update'])
    expect((await update([{ id: second!.id, file: 0 }], [pdf('d.pdf')])).error).toBe('ERR_NO_FILE_FOUND')
    // One upload in two lists becomes two files: deleting one keeps the other.
    const twin = await call(files.create, {
      as: admin,
      body: { name: `${name}2`, message: 'Olá', options: [{ upload }] } as never,
    })
    const [kept] = await keysOf(twin.body.id)
    await remove(body.id)
    expect(await isThere(kept!)).toBe(true)
  })

  it('are put there at once from several browsers without one being lost', async () => {
    const { id } = (await make('Fotos')).body
    const answers = await Promise.all(['a', 'b', 'c'].map(name => upload(id, [pdf(`${name}.pdf`)])))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect((await get(id)).options.map(({ fileName }) => fileName).sort()).toEqual(['a.pdf', 'b.pdf', 'c.pdf'])
  })

  it('that are large come by a signed form, and are there once however often it is said', async () => {
    const { id } = (await make('Filmes')).body
    const large = Buffer.concat([Buffer.from('%PDF-1.7'), Buffer.alloc(5_000_000)])
    const prepared = await prepare(id, large)
    const first = await keep(id, [prepared])
    expect(first.body.options).toMatchObject([{ fileName: 'filme.pdf', size: large.length }])
    expect((await keep(id, [prepared])).body.options).toHaveLength(1)
    // A form for one list puts nothing into another, which would lose it with this one.
    const other = (await make('Outra')).body.id
    expect((await keep(other, [prepared])).error).toBe('ERR_UPLOAD_MISSING')
    const { id: strangers } = (await makeCompany()).admin.user
    for (const key of ['x', prepared.key.replace(companyId, strangers), `${prepared.key}/../a`])
      expect((await keep(id, [{ ...prepared, key }])).error).toBe('ERR_UPLOAD_MISSING')
    const big = { fileName: 'a.png', mimetype: 'image/png', size: 20 * 2 ** 20 }
    expect((await call(files.uploads, { as: admin, params: { id }, body: big })).error).toBe('ERR_UPLOAD_TOO_LARGE')
  })

  it('go from the bucket with their place, unless they were sent', async () => {
    const { id } = (await make('Fotos')).body
    const { options } = (await upload(id, [file('a.png'), file('b.png'), file('c.png')])).body
    const [a, b, c] = await keysOf(id)
    await change(id, { options: options.slice(1).map(({ id }) => ({ id })) })
    await upload(id, [file('d.png')], [options[1]!.id])
    expect(await Promise.all([a!, b!, c!].map(isThere))).toEqual([false, false, true])
    expect((await filesOf(companyId, id)).map(({ media }) => media.fileName)).toEqual(['d.png', 'c.png'])
    const [d] = await keysOf(id)
    await upload(id, [file('e.png')], [options[1]!.id])
    const [e] = await keysOf(id)
    await remove(id)
    expect(await Promise.all([c!, d!, e!].map(isThere))).toEqual([true, true, false])
    await expect(filesOf(companyId, id)).rejects.toMatchObject({ code: 'ERR_NO_FILE_LIST_FOUND' })
  })

  it('that are sent and removed at once: who sends finds none, or what it found stays', async () => {
    for (let round = 0; round < 4; round++) {
      const { id } = (await make(`Corrida ${round}`)).body
      await upload(id, [file('a.png')])
      const [sent] = await Promise.all([filesOf(companyId, id).catch(() => []), remove(id)])
      for (const { media } of sent) expect(await isThere(media.key)).toBe(true)
    }
  })
})

describe('a list that is sent', () => {
  it('is a message for each file in their order, with their texts, once however often it is asked for', async () => {
    const ticket = await makeTicket(companyId, { status: 'open', user: admin.user })
    const { id } = (await make('Boas-vindas', [{ name: 'Nossos preços' }, {}, { name: 'Ouça' }])).body
    const write = (body: object) => call(messages.create, { as: admin, params: { ticketId: ticket.id }, body })
    expect((await write({ fileListId: id })).error).toBe('ERR_UPLOAD_MISSING')
    await upload(id, [pdf('preços.pdf'), file('loja.png'), file('aviso.mp3', Buffer.from('ID3\x04\x00'), 'audio/mpeg')])
    const message = { body: 'Seja bem-vinda', fileListId: id, clientId: randomUUID() }
    const { body } = await write(message)
    expect(body.messages.map(({ mediaType, body, media }) => [mediaType, body, media?.fileName])).toEqual([
      ['chat', 'Seja bem-vinda', undefined],
      ['application', 'Nossos preços', 'preços.pdf'],
      ['image', '', 'loja.png'],
      ['audio', '', 'aviso.mp3'],
      ['chat', 'Ouça', undefined],
    ])
    const idsOf = (some: { id: string }[]) => some.map(({ id }) => id)
    expect(idsOf((await write(message)).body.messages)).toEqual(idsOf(body.messages))
    await changeFileList(companyId, id, () => ({ options: [] }))
    expect((await write({ ...message, clientId: randomUUID() })).error).toBe('ERR_UPLOAD_MISSING')
    expect((await call(messages.list, { as: admin, params: { ticketId: ticket.id } })).body.messages).toHaveLength(5)
    // A sent message keeps its files.
    expect((await fetch(body.messages[1]!.mediaUrl!)).status).toBe(200)
  })
})
