import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Opened, openDump } from '../../test/imports/open-dump.ts'
import { TICKETZ, table } from '../../test/imports/ticketz-fixture.ts'
import { type FixtureTables, writeMysqlDump, writePgDump } from '../../test/imports/write-dump.ts'
import { mediaFolder } from './media-folder.ts'

const NOW = Date.parse('2026-06-01T00:00:00Z')
const DUMP = writePgDump(TICKETZ)
let folder: string
let opened: Opened

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'balcao-media-'))
  mkdirSync(join(folder, 'media/1/1/1/aa'), { recursive: true })
  mkdirSync(join(folder, 'media/1/1/1/bb'), { recursive: true })
  writeFileSync(join(folder, 'media/1/1/1/aa/voz.ogg'), 'OggS')
  writeFileSync(join(folder, 'media/1/1/1/bb/nota fiscal.pdf'), '%PDF')
  opened = await openDump(DUMP, { from: 'ticketz', sourceCompany: '1', findFile: mediaFolder(folder), now: NOW })
})
afterAll(() => rmSync(folder, { recursive: true }))

const message = (id: string) => opened.of('message').find(({ source }) => source.id === id)!
const noticesOf = (kind: string) =>
  opened.notices.filter(notice => notice.kind === kind).map(({ id, effect, reason }) => `${id} ${effect} ${reason}`)

describe('a dump of Ticketz', () => {
  it('is recognised, and says what does not come along', () => {
    expect(opened.name).toBe('Ticketz')
    expect(opened.left).toEqual(['Chats 1', 'Settings 1'])
  })

  it('has queues with hours, users to invite, tags and connections', () => {
    expect(opened.of('queue')[0]).toMatchObject({
      name: 'Vendas',
      schedules: expect.arrayContaining([
        expect.objectContaining({ weekdayEn: 'monday', startTime: '08:00', endTime: '18:00' }),
      ]),
    })
    expect(opened.of('user').map(({ email, profile, queueIds }) => [email, profile, queueIds])).toEqual([
      ['helena@exemplo.com.br', 'admin', []],
      ['livia@exemplo.com.br', 'user', ['1']],
    ])
    expect(noticesOf('user')).toEqual(['1 refused platformUser', '4 refused badEmail'])
    expect(opened.of('tag').map(({ kanban, color }) => [kanban, color])).toEqual([
      [false, '#2dc6c0'],
      [true, '#7c7c7c'],
    ])
    expect(opened.of('connection').map(({ source }) => source.id)).toEqual(['1', 'none'])
    expect(noticesOf('connection')).toEqual(['2 refused otherChannel'])
  })

  it('merges doubled contacts by the ninth digit and by LIDs, and lists them', () => {
    expect(
      opened.of('contact').map(({ source, name, number, lid, alsoIds, isGroup, document }) => ({
        id: source.id,
        name,
        number,
        lid,
        alsoIds,
        isGroup,
        document,
      })),
    ).toEqual([
      {
        id: '1',
        name: 'Ana\'); DROP TABLE "Contacts"; --',
        number: '5511980007919',
        lid: null,
        alsoIds: ['2'],
        isGroup: false,
        document: '52998224725',
      },
      {
        id: '3',
        name: 'Bia',
        number: '5511970001111',
        lid: '90000000000231',
        alsoIds: ['7'],
        isGroup: false,
        document: null,
      },
      { id: '4', name: 'Turma', number: '120363100000000029', lid: null, alsoIds: [], isGroup: true, document: null },
    ])
    expect(noticesOf('contact')).toEqual([
      '2 joined doubled',
      '7 joined doubled',
      '5 refused badNumber',
      '6 refused otherChannel',
    ])
    expect(noticesOf('field')).toEqual(['4 refused contactMissing'])
  })

  it('has tickets with their times and ratings, one live a contact and connection', () => {
    const [first, ...others] = opened.of('ticket')
    expect(first).toMatchObject({
      status: 'closed',
      contactId: '1',
      userId: '3',
      tagIds: ['2'],
      waitTime: 300,
      supportTime: 3600,
      rating: 3,
      closedAt: Date.parse('2026-03-02T13:05:00Z'),
    })
    expect(
      others.map(({ source, status, contactId, connectionId, queueId }) => [
        source.id,
        status,
        contactId,
        connectionId,
        queueId,
      ]),
    ).toEqual([
      ['3', 'closed', '1', '1', null],
      ['4', 'pending', '4', 'none', null],
      ['2', 'open', '1', '1', '1'],
    ])
    expect(noticesOf('ticket')).toEqual([
      '5 refused contactMissing',
      '1 changed tagMissing',
      '3 changed closedBeside',
      '3 changed queueMissing',
      '4 changed connectionMissing',
    ])
  })

  it('has messages in their order, with quotes, authors, edits, deletions and reactions', () => {
    expect(
      opened
        .of('message')
        .filter(({ ticketId }) => ticketId === '1')
        .map(({ source }) => source.id),
    ).toEqual(['M14', 'M01', 'M02', 'M03', 'M04', 'M05', 'M06', 'M07', 'M08', 'M12', 'M13', 'M17', 'M20'])
    expect(message('M01')).toMatchObject({
      createdAt: Date.parse('2026-03-02T12:01:00.500Z'),
      fromMe: false,
      origin: 'contact',
      reactions: [{ emoji: '👍', fromMe: true, userId: '3' }],
    })
    expect(message('M02')).toMatchObject({
      origin: 'attendant',
      userId: '3',
      ack: 4,
      quoted: { messageId: 'M01', body: 'Quanto custa?', fromMe: false },
    })
    expect(message('M03')).toMatchObject({ origin: 'bot', body: 'Menu', ack: 0 })
    expect(message('M07')).toMatchObject({ isDeleted: true, userId: '3' })
    expect(message('M08')).toMatchObject({ isEdited: true, earlierTexts: [{ body: 'antes' }] })
    expect(message('M12')).toMatchObject({
      mediaType: 'locationMessage',
      location: { latitude: -23.55, longitude: -46.63, name: 'Praça' },
      body: '',
    })
    expect(message('M13')).toMatchObject({ mediaType: 'vcard', vcards: ['BEGIN:VCARD\nFN:Zé\nEND:VCARD'] })
    expect(message('M14').createdAt).toBe(Date.parse('2026-03-02T12:00:00Z'))
    expect(message('M17').body).toHaveLength(65_536)
    expect(message('M18')).toMatchObject({ body: 'oi @Bia', sender: { number: '5511980007919' } })
    expect(noticesOf('message')).toEqual([
      'M01 refused doubledId',
      'M14 changed dateReplaced',
      'M03 changed badValue',
      'M06 changed mediaOutside',
      'M15 refused empty',
      'M17 changed textCut',
      'M20 changed quotedMissing',
      'M16 refused ticketMissing',
    ])
    expect([...noticesOf('reaction'), ...noticesOf('earlierText')]).toEqual([
      'M09 joined replaced',
      'M11 refused messageMissing',
      '2 refused messageMissing',
    ])
  })

  it('finds media, and reads nothing outside of its folder', () => {
    expect(message('M04').file).toEqual({
      kind: 'audio',
      path: 'media/1/1/1/aa/voz.ogg',
      fileName: 'voz.ogg',
      mimetype: 'audio/ogg',
      ptt: true,
      seconds: 7,
    })
    expect(message('M05')).toMatchObject({
      body: 'nota',
      file: { path: 'media/1/1/1/bb/nota fiscal.pdf', mimetype: 'application/pdf' },
    })
    expect(message('M06').file).toMatchObject({ path: null, kind: 'image' })
  })

  it('has replies, lists, campaigns as history, notes and what is still to be sent', () => {
    expect(opened.of('quickMessage').map(({ shortcode, userId }) => [shortcode, userId])).toEqual([['oi', '3']])
    expect(opened.of('contactListItem').map(({ number }) => number)).toEqual(['5511970000013'])
    expect(opened.of('campaign').map(({ status, messages }) => [status, messages])).toEqual([
      ['FINALIZADA', ['Oi', 'Olá']],
      ['CANCELADA', ['Oi']],
    ])
    expect(opened.of('campaignRecipient').map(({ name, state }) => [name, state])).toEqual([['Ana', 'sent']])
    expect(opened.of('note').map(({ note, contactId, userId }) => [note, contactId, userId])).toEqual([
      ['Prefere manhã', '1', '3'],
    ])
    expect(opened.of('schedule').map(({ contactId, sendAt }) => [contactId, sendAt])).toEqual([
      ['1', Date.parse('2027-01-01T12:00:00Z')],
    ])
    expect(noticesOf('schedule')).toEqual(['2 refused notToCome', '3 refused contactMissing'])
  })

  it('says of what is refused at which line it stands', () => {
    const lines = DUMP.split('\n')
    for (const { line, id } of opened.notices) expect(lines[line - 1]).toMatch(new RegExp(`(^|\\t)${id}\\t`))
  })

  it('gives the same from INSERTs, other columns first, and a second time', async () => {
    const turned = Object.fromEntries(
      Object.entries(TICKETZ)
        .reverse()
        .map(([name, { columns, rows }]) => [
          name,
          { columns: [...columns, 'newColumn'].reverse(), rows: rows.map(row => [...row, 'new'].reverse()) },
        ]),
    )
    const again = await openDump(writePgDump(turned, { style: 'many-rows', isFull: true }), {
      sourceCompany: '1',
      findFile: mediaFolder(folder),
      now: NOW,
    })
    const bare = ({ records }: Opened) =>
      JSON.parse(JSON.stringify(records, (key, value) => (key === 'line' ? 0 : value)))
    expect(bare(again)).toEqual(bare(opened))
    expect(again.place).toBe(opened.place)
  })
})

describe('which system it is', () => {
  const without = (name: string, column: string): FixtureTables => {
    const { columns, rows } = TICKETZ[name]!
    const at = columns.indexOf(column)
    return { ...TICKETZ, [name]: { columns: columns.toSpliced(at, 1), rows: rows.map(row => row.toSpliced(at, 1)) } }
  }
  it('asks which company', async () =>
    expect(openDump(DUMP)).rejects.toMatchObject({
      problem: 'whichCompany',
      message: expect.stringContaining('1 (Loja, 5 tickets), 2 (Outra, 1 tickets)'),
    }))
  it('refuses another one than was named, and says which it is', async () =>
    expect(openDump(DUMP, { from: 'chatwoot' })).rejects.toMatchObject({
      problem: 'otherSystem',
      message: expect.stringContaining('Ticketz'),
    }))
  it('refuses a database of another program', async () =>
    expect(openDump(writePgDump({ Films: table(['id'], [1]) }))).rejects.toMatchObject({
      problem: 'unknownSystem',
      message: expect.stringContaining('Films'),
    }))
  it('tells Whaticket SaaS by the tables it has not', async () => {
    const { WhatsappLidMaps: _, ...tables } = without('Contacts', 'channel')
    expect((await openDump(writePgDump(tables), { from: 'whaticket', sourceCompany: '1', now: NOW })).name).toBe(
      'Whaticket SaaS',
    )
  })
  it('reads Whaticket Community from MySQL, which knows no companies', async () => {
    const community: FixtureTables = {
      Contacts: table(['id', 'name', 'number', 'isGroup'], [1, "D'Ávila \\ Cia", '5511980007919', false]),
      Tickets: table(
        ['id', 'status', 'contactId', 'whatsappId', 'updatedAt'],
        [1, 'closed', 1, 1, '2026-03-02 12:00:00'],
      ),
      Messages: table(
        ['id', 'body', 'ack', 'fromMe', 'mediaType', 'mediaUrl', 'ticketId', 'isDeleted'],
        ['A', 'foto.jpg', 3, false, 'image', 'foto.jpg', 1, false],
        ['B', 'Linha 1\nLinha 2', 3, true, 'chat', null, 1, false],
      ),
      QuickAnswers: table(['id', 'shortcut', 'message'], [1, 'oi', 'Olá']),
      Users: table(['id', 'name', 'email', 'profile'], [1, 'Ana', 'ana@exemplo.com.br', 'admin']),
      Whatsapps: table(['id', 'name', 'isDefault', 'farewellMessage'], [1, 'Linha', true, 'Até logo']),
    }
    const { name, of, place } = await openDump(writeMysqlDump(community), { from: 'whaticket' })
    expect(name).toBe('Whaticket Community')
    expect(of('contact')[0]?.name).toBe("D'Ávila \\ Cia")
    expect(of('connection')[0]?.complationMessage).toBe('Até logo')
    expect(of('message').map(({ body, file, fromMe }) => [body, file?.fileName, fromMe])).toEqual([
      ['', 'foto.jpg', false],
      ['Linha 1\nLinha 2', undefined, true],
    ])
    expect(of('quickMessage')[0]).toMatchObject({ shortcode: 'oi', userId: null })
    // Its times are of -03:00 where the database keeps no zone, and its acks end at 4.
    expect(of('ticket')[0]).toMatchObject({ closedAt: Date.parse('2026-03-02T12:00:00-03:00') })
    expect(of('message')[1]).toMatchObject({ ack: 4 })
    const postgres = await openDump(
      writePgDump({
        ...community,
        Tickets: table(
          ['id', 'status', 'contactId', 'whatsappId', 'updatedAt'],
          [1, 'closed', 1, 1, '2026-03-02 12:00:00+00'],
        ),
      }),
    )
    expect(postgres.of('ticket')[0]).toMatchObject({ closedAt: Date.parse('2026-03-02T12:00:00Z') })
    expect(postgres.place).toBe(place)
  })
})

it('refuses a dump without rows, as of a structure alone or of UPDATEs', async () => {
  const none = { Contacts: table(['id', 'number']), Tickets: table(['id', 'contactId', 'status']) }
  const dump = writeMysqlDump({ ...none, Messages: table(['id', 'ticketId', 'fromMe']) })
  const updates = dump.replace('-- Dump completed', "UPDATE `Contacts` SET `id` = 1,`number` = '1';\n-- Dump completed")
  for (const given of [dump, updates])
    await expect(openDump(given)).rejects.toMatchObject({
      problem: 'unsupported',
      message: expect.stringMatching(/no rows/),
    })
})

it('gives contacts of MySQL without a date that of the import, and lists them', async () => {
  const none = '0000-00-00 00:00:00'
  const { of, notices } = await openDump(
    writeMysqlDump({
      Contacts: table(
        ['id', 'name', 'number', 'createdAt', 'updatedAt'],
        [1, 'Ana', '5511980007919', none, none],
        [2, 'Bia', '5511980007918', none, '2026-03-02 12:00:00'],
      ),
      Tickets: table(['id', 'status', 'contactId', 'updatedAt'], [1, 'closed', 1, '2026-03-02 12:00:00.000000']),
      Messages: table(['id', 'ticketId', 'fromMe']),
    }),
    { now: NOW },
  )
  const bia = Date.parse('2026-03-02T15:00:00Z')
  expect(of('contact').map(({ createdAt, updatedAt }) => [createdAt, updatedAt])).toEqual([
    [NOW, NOW],
    [bia, bia],
  ])
  expect(notices.flatMap(({ kind, id, reason }) => (kind === 'contact' ? [`${id} ${reason}`] : []))).toEqual([
    '1 dateReplaced',
    '2 dateReplaced',
  ])
})

it('takes the LIDs, CPFs and files of quick answers that Press-Ticket, a fork on MySQL, has', async () => {
  const press: FixtureTables = {
    Contacts: table(
      ['id', 'name', 'number', 'numberLid', 'cpf'],
      [1, 'Ana', '5511980007919', '194012345678901@lid', '529.982.247-25'],
      [2, 'Ana', null, '194012345678901', null],
    ),
    Tickets: table(['id', 'status', 'contactId', 'updatedAt'], [1, 'closed', 1, '2026-03-02 12:00:00.000000']),
    Messages: table(['id', 'ticketId', 'fromMe']),
    QuickAnswers: table(['id', 'shortcut', 'message', 'mediaPath'], [1, 'foto', '', 'media/1/1/1/aa/voz.ogg']),
  }
  const { of } = await openDump(writeMysqlDump(press), { findFile: mediaFolder(folder) })
  expect(of('contact')).toEqual([
    expect.objectContaining({
      number: '5511980007919',
      lid: '194012345678901',
      alsoIds: ['2'],
      extraInfo: [{ name: 'CPF', value: '529.982.247-25' }],
      document: '52998224725',
      contains: { field: 0 },
    }),
  ])
  expect(of('quickMessage')[0]).toMatchObject({ shortcode: 'foto', file: { path: 'media/1/1/1/aa/voz.ogg' } })
})

it('has no NUL of MySQL anywhere, and lists where one was', async () => {
  const nul = 'a\0b'
  const { of, records, notices } = await openDump(
    writeMysqlDump({
      Users: table(['id', 'name', 'email'], [1, nul, 'ana@exemplo.com.br'], [2, 'Bia', 'bia\0@exemplo.com.br']),
      Contacts: table(['id', 'name', 'number', 'email'], [1, 'Ana', '5511980007919', 'a\0@exemplo.com.br']),
      ContactCustomFields: table(['id', 'name', 'value', 'contactId'], [1, 'Rua', nul, 1]),
      Whatsapps: table(['id', 'name', 'greetingMessage'], [1, 'Linha', nul]),
      QuickAnswers: table(['id', 'shortcut', 'message'], [1, 'oi', nul]),
      Tickets: table(['id', 'status', 'contactId', 'updatedAt'], [1, 'closed', 1, '2026-03-02 12:00:00.000000']),
      Messages: table(
        ['id', 'body', 'mediaType', 'mediaUrl', 'quotedMsgId', 'ticketId', 'fromMe'],
        [nul, nul, 'chat', null, null, 1, false],
        ['B', 'x', 'application', `${nul}.pdf`, nul, 1, false],
      ),
    }),
  )
  expect(JSON.stringify(records)).not.toContain('\\u0000')
  expect(of('contact')[0]).toMatchObject({ email: '', extraInfo: [{ name: 'Rua', value: 'a\ufffdb' }] })
  expect(of('message')[1]?.quoted?.body).toBe('a\ufffdb')
  expect(notices.map(({ kind, id, reason }) => `${kind} ${id} ${reason}`)).toEqual([
    'user 1 badText',
    'user 2 badEmail',
    'connection 1 badText',
    'contact 1 badText',
    'contact 1 badValue',
    'quickMessage 1 badText',
    'ticket 1 connectionMissing',
    'message a\ufffdb badText',
    'message B mediaMissing',
  ])
})

describe('messages of Whaticket Community', () => {
  const COMMUNITY: FixtureTables = {
    Contacts: table(['id', 'name', 'number'], [1, 'Ana', '5511980007919']),
    Tickets: table(['id', 'status', 'contactId', 'updatedAt'], [1, 'closed', 1, '2026-03-02 12:00:00.000000']),
  }
  const readMessages = (...rows: [id: string, mediaType: string, body: string, more?: Record<string, string>][]) =>
    openDump(
      writeMysqlDump({
        ...COMMUNITY,
        Messages: table(
          ['id', 'mediaType', 'body', 'mediaUrl', 'quotedMsgId', 'fromMe', 'ticketId'],
          ...rows.map(([id, mediaType, body, { file = null, quoted = null } = {}]) => [
            id,
            mediaType,
            body,
            file,
            quoted,
            false,
            1,
          ]),
        ),
      }),
    )
  const map = (described: string) =>
    `data:image/png;base64,iVBORw0KGgo=|https://maps.google.com/maps?q=-23.5505%2C-46.6333&z=17&hl=pt-BR|${described}`

  it('have places with the name and address behind the map', async () => {
    const { of } = await readMessages(
      ['A', 'location', map('Praça da Sé\nSé, São Paulo')],
      ['B', 'location', map('-23.5505, -46.6333 ')],
      ['C', 'location', map('25 de Março')],
      ['D', 'chat', 'Aqui?', { quoted: 'A' }],
    )
    expect(of('message').map(({ location }) => location && [location.name, location.address])).toEqual([
      ['Praça da Sé', 'Sé, São Paulo'],
      [null, null],
      ['25 de Março', null],
      null,
    ])
    expect(of('message')[3]?.quoted).toMatchObject({ mediaType: 'locationMessage', body: '' })
  })

  it('have documents with the name they were sent with, which is no caption', async () => {
    const { of } = await readMessages(
      ['A', 'application', 'Nota fiscal.v2.pdf', { file: 'Nota fiscal.v2.Xy12Z.pdf' }],
      ['B', 'application', 'Assine', { file: 'Contrato.Xy12Z.pdf' }],
      ['C', 'image', 'aB3dE-1646136000000.jpeg', { file: 'aB3dE-1646136000000.jpeg' }],
    )
    expect(of('message').map(({ file, body }) => [file?.fileName, body])).toEqual([
      ['Nota fiscal.v2.pdf', ''],
      ['Contrato.Xy12Z.pdf', 'Assine'],
      ['aB3dE-1646136000000.jpeg', ''],
    ])
  })

  it('have texts with NUL, which are listed', async () => {
    const { of, notices } = await readMessages(['A', 'chat', 'a\0b'], ['B', 'chat', 'ab'])
    expect(of('message').map(({ body }) => body)).toEqual(['a\ufffdb', 'ab'])
    expect(notices.flatMap(notice => (notice.reason === 'badText' ? [notice.id] : []))).toEqual(['A'])
  })
})

describe('what newer versions of Whaticket SaaS have', () => {
  const SAAS: FixtureTables = {
    Companies: table(['id', 'name'], [7, 'Loja']),
    Contacts: table(
      ['id', 'name', 'number', 'remoteJid', 'active', 'own_column', 'companyId'],
      [1, 'Ana', '5511980007919', null, true, 'x', null],
      [2, 'Bia', '', '5511980007918@s.whatsapp.net', false, 'x', 7],
    ),
    Queues: table(['id', 'name', 'companyId'], [1, 'Jos\ufffd', 7]),
    Tickets: table(
      ['id', 'status', 'contactId', 'whatsappId', 'userId', 'companyId', 'updatedAt'],
      [1, 'open', 1, 1, 1, null, '2026-03-02 12:00:00+00'],
      [2, 'nps', 1, 1, 1, 7, '2026-03-03 12:00:00+00'],
      [3, 'pending', 2, 88, null, 7, '2026-03-03 12:00:00+00'],
      [4, 'pending', 2, 99, null, 7, '2026-03-04 12:00:00+00'],
    ),
    Messages: table(
      [
        'id',
        'wid',
        'body',
        'ack',
        'fromMe',
        'isPrivate',
        'mediaType',
        'mediaUrl',
        'ticketId',
        'quotedMsgId',
        'companyId',
      ],
      [10, '3EB0A', 'Oi', 3, false, false, 'conversation', null, 1, null, 7],
      [11, '3EB0B', 'foto.jpg', 3, false, false, 'image', 'foto.jpg', 1, null, 7],
      [12, '3EB0C', 'Dez', 3, true, false, 'conversation', null, 1, '10', null],
      [13, null, '*Helena:*\nCliente antiga', 1, true, true, 'conversation', 'anexo.pdf', 1, null, 7],
      [14, null, 'nota perdida', 1, true, true, 'conversation', null, 99, null, 7],
    ),
    QuickMessages: table(['id', 'shortcode', 'message', 'mediaPath', 'companyId'], [1, 'oi', 'Olá', 'oi.png', 7]),
    Users: table(['id', 'name', 'email', 'profile', 'companyId'], [1, 'Helena', 'helena@exemplo.com.br', 'admin', 7]),
    Whatsapps: table(['id', 'name', 'companyId'], [1, 'Linha', 7]),
  }
  let saas: Opened
  beforeAll(async () => {
    const root = mkdtempSync(join(tmpdir(), 'balcao-public-'))
    mkdirSync(join(root, 'company7/quickMessage'), { recursive: true })
    writeFileSync(join(root, 'company7/foto.jpg'), 'x')
    writeFileSync(join(root, 'company7/quickMessage/oi.png'), 'x')
    saas = await openDump(writePgDump(SAAS), { from: 'whaticket', sourceCompany: '7', findFile: mediaFolder(root) })
    rmSync(root, { recursive: true })
  })
  const changesOf = (kind: string) =>
    saas.notices.filter(notice => notice.kind === kind).map(({ id, reason }) => `${id} ${reason}`)

  it('finds files in the folder of the company', () => {
    expect(saas.of('message').find(({ source }) => source.id === '11')?.file?.path).toBe('company7/foto.jpg')
    expect(saas.of('quickMessage')[0]?.file?.path).toBe('company7/quickMessage/oi.png')
  })

  it("knows messages by WhatsApp's id, and takes private ones as notes", () => {
    expect(saas.of('message').map(({ whatsappId, quoted }) => [whatsappId, quoted?.whatsappId])).toEqual([
      ['3EB0A', undefined],
      ['3EB0B', undefined],
      ['3EB0C', '3EB0A'],
    ])
    expect(saas.of('note').map(({ source, note, userId }) => [source.id, note, userId])).toEqual([
      ['message-13', 'Cliente antiga', '1'],
    ])
    expect(changesOf('note')).toEqual(['13 mediaMissing', '14 ticketMissing'])
  })

  it('takes rows that name no company, blocks, and unreadable names, which it lists', () => {
    expect(saas.of('contact').map(({ name, isBlocked }) => [name, isBlocked])).toEqual([
      ['Ana', false],
      ['Bia', true],
    ])
    expect(changesOf('queue')).toEqual(['1 badText'])
  })

  it('closes a live ticket beside a live one alone, also where both connections are gone', () => {
    expect(saas.of('ticket').map(({ source, status }) => [source.id, status])).toEqual([
      ['1', 'open'],
      ['2', 'closed'],
      ['3', 'closed'],
      ['4', 'pending'],
    ])
    expect(changesOf('ticket')).toEqual(['3 closedBeside', '3 connectionMissing', '4 connectionMissing'])
  })

  it('takes the last rating that is one, and lists ratings and times that are none', async () => {
    const { of, notices } = await openDump(
      writePgDump({
        ...SAAS,
        Tickets: table(
          ['id', 'status', 'contactId', 'whatsappId', 'companyId', 'updatedAt'],
          [1, 'closed', 1, 1, 7, '2026-02-31 12:00:00+00'],
        ),
        UserRatings: table(['id', 'ticketId', 'rate', 'companyId'], [1, 1, 2, 7], [2, 1, 0, 7], [3, 1, null, 7]),
      }),
      { sourceCompany: '7' },
    )
    expect(of('ticket').map(({ rating, contains }) => [rating, contains])).toEqual([[2, { rating: 3 }]])
    expect(
      notices.flatMap(notice =>
        notice.kind === 'ticket' && 'detail' in notice ? [`${notice.reason} ${notice.detail}`] : [],
      ),
    ).toEqual(['dateReplaced updatedAt', 'badValue rating 0', 'badValue rating'])
  })

  it('takes cards without their pictures, and texts of campaigns as long as one may be', async () => {
    const card = (name: string, photo: number) =>
      `BEGIN:VCARD\nFN:${name}\nPHOTO;ENCODING=b:${'A'.repeat(76)}\n ${'B'.repeat(photo)}\nTEL:1\nEND:VCARD`
    const dump = {
      ...SAAS,
      Campaigns: table(
        ['id', 'name', 'status', 'message1', 'companyId'],
        [1, 'Feira', 'FINALIZADA', 'x'.repeat(1_000_000), 7],
      ),
      Messages: table(
        ['id', 'wid', 'body', 'fromMe', 'mediaType', 'ticketId', 'companyId'],
        [1, 'A', card('Zé', 500_000), false, 'contactMessage', 1, 7],
        [
          2,
          'B',
          `BEGIN:VCARD\nFN:Bia\nNOTE:${'x'.repeat(500_000)}\nEND:VCARD\n${card('Rui', 10)}`,
          false,
          'contactMessage',
          1,
          7,
        ],
      ),
    }
    const { of, notices } = await openDump(writePgDump(dump), { sourceCompany: '7' })
    expect(of('message').map(({ vcards }) => vcards)).toEqual([
      ['BEGIN:VCARD\nFN:Zé\nTEL:1\nEND:VCARD'],
      ['BEGIN:VCARD\nFN:Rui\nTEL:1\nEND:VCARD'],
    ])
    expect(of('campaign')[0]?.messages[0]).toHaveLength(4096)
    expect(notices.filter(({ kind }) => kind === 'message' || kind === 'campaign').map(({ reason }) => reason)).toEqual(
      ['textCut', 'badValue'],
    )
  })
})

describe('what a company decided there', () => {
  it('shares quick replies with everybody, if its setting says so', async () => {
    const shared = async (value: string) => {
      const Settings = table(['key', 'value', 'companyId'], ['quickMessages', value, 1], ['apiToken', 'secret', 1])
      const { of, left } = await openDump(writePgDump({ ...TICKETZ, Settings }), { sourceCompany: '1' })
      expect(left).toContain('Settings 2')
      return of('quickMessage').map(({ userId }) => userId)
    }
    expect(await shared('individual')).toEqual(['3'])
    expect(await shared('company')).toEqual([null])
  })

  it('lets users see tickets without a queue, and says which tags are gone', async () => {
    const { Users, ContactTags } = TICKETZ
    const dump = writePgDump({
      ...TICKETZ,
      Users: { columns: [...Users!.columns, 'allTicket'], rows: Users!.rows.map(row => [...row, 'enabled']) },
      ContactTags: { ...ContactTags!, rows: [...ContactTags!.rows, [1, 78, '2026-03-01 12:00:00+00']] },
    })
    const { of, notices } = await openDump(dump, { sourceCompany: '1' })
    expect(of('user').every(({ allTicket }) => allTicket)).toBe(true)
    expect(notices.filter(({ reason }) => reason === 'tagMissing')).toMatchObject([
      { kind: 'contact', detail: '78' },
      { kind: 'ticket', detail: '77' },
    ])
  })

  it('takes no date that lies ahead but that of what is to come', async () => {
    const ahead = '2098-05-01 12:00:00+00'
    const changed = (name: string, which: string, columns: string[]): FixtureTables[string] => {
      const { columns: all, rows } = TICKETZ[name]!
      const isWanted = (column: string) => columns.includes(column)
      return {
        columns: all,
        rows: rows.map(row =>
          row[0] !== which && String(row[0]) !== which
            ? row
            : row.map((value, i) => (isWanted(all[i]!) ? ahead : value)),
        ),
      }
    }
    const { of, notices } = await openDump(
      writePgDump({
        ...TICKETZ,
        Tickets: changed('Tickets', '2', ['updatedAt']),
        Contacts: changed('Contacts', '2', ['createdAt', 'updatedAt']),
        Messages: changed('Messages', 'M02', ['createdAt']),
        TicketTraking: changed('TicketTraking', '1', ['finishedAt']),
        Schedules: changed('Schedules', '1', ['sendAt']),
      }),
      { sourceCompany: '1', now: NOW },
    )
    const times = [...of('ticket'), ...of('message'), ...of('contact')].flatMap(record => Object.values(record))
    expect(times.filter(value => typeof value === 'number' && value > NOW)).toEqual([])
    expect(of('ticket').find(({ source }) => source.id === '2')).toMatchObject({
      updatedAt: Date.parse('2026-03-03T11:00:00Z'),
    })
    const [ticket] = of('ticket')
    expect(of('message').find(({ source }) => source.id === 'M02')?.createdAt).toBe(ticket!.createdAt)
    expect(of('schedule')[0]?.sendAt).toBe(Date.parse('2098-05-01T12:00:00Z'))
    const replaced = notices.filter(({ reason }) => reason === 'dateReplaced').map(({ kind, id }) => `${kind} ${id}`)
    expect(replaced).toEqual(expect.arrayContaining(['ticket 2', 'message M02']))
  })
})

describe('the media folder', () => {
  it.each(['../x', 'a/../../x', '/etc/passwd/../passwd', 'a\\..\\x', 'c:/x', 'a\0b', 'link/secret', 'link'])(
    'never leaves: %j',
    path => {
      const outside = mkdtempSync(join(tmpdir(), 'balcao-outside-'))
      writeFileSync(join(outside, 'secret'), 'x')
      const inside = mkdtempSync(join(tmpdir(), 'balcao-inside-'))
      symlinkSync(outside, join(inside, 'link'))
      expect(mediaFolder(inside)(path)).toEqual({ problem: 'mediaOutside' })
      for (const each of [outside, inside]) rmSync(each, { recursive: true })
    },
  )

  it('has names whose accents a Mac wrote as characters of their own', () => {
    const folder = mkdtempSync(join(tmpdir(), 'balcao-mac-'))
    writeFileSync(join(folder, 'a\u0301udio.ogg'), 'x')
    expect(mediaFolder(folder)('\u00e1udio.ogg')).toEqual({ path: 'a\u0301udio.ogg' })
    rmSync(folder, { recursive: true })
  })
})
