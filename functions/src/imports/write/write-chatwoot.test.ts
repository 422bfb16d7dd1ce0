import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fields } from '@balcao/shared/api/company/fields.ts'
import { macros } from '@balcao/shared/api/tickets/macros.ts'
import { messages } from '@balcao/shared/api/tickets/messages.ts'
import { ticketNotes } from '@balcao/shared/api/tickets/ticket-notes.ts'
import { tickets } from '@balcao/shared/api/tickets/tickets.ts'
import { MAX_FIELDS } from '@balcao/shared/entities/custom-field.ts'
import { newId } from '@balcao/shared/ids.ts'
import type { Notice } from '@balcao/shared/rules/imports/record.ts'
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest'
import { call, makeCompany, type TestCompany } from '../../../test/harness.ts'
import { CHATWOOT, CREATED, message } from '../../../test/imports/chatwoot-fixture.ts'
import { type FixtureTables, writePgDump } from '../../../test/imports/write-dump.ts'
import { openOwnTable } from '../../../test/own-table.ts'
import { MACROS } from '../../data/actions/macro.ts'
import { ledgerPage } from '../../data/imports/imported-row.ts'
import { everyRow } from '../../data/table/small-list.ts'
import { readDump } from '../dump/read-dump.ts'
import { NO_MEDIA, noMediaFolder } from '../media-folder.ts'
import { type OpenImport, openImport } from '../open-import.ts'
import { REMOVAL_ORDER, removeImported } from '../remove/remove-imported.ts'
import { newContext } from './new-context.ts'
import { NO_PROGRESS, writeStream } from './write-stream.ts'

afterAll(await openOwnTable())

let folder: string
let opened: OpenImport
let company: TestCompany
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'balcao-chatwoot-'))
  opened = await openTables(CHATWOOT)
  company = await makeCompany()
})
afterEach(() => {
  opened.close()
  rmSync(folder, { recursive: true })
})

function openTables(tables: FixtureTables): Promise<OpenImport> {
  async function* dump() {
    yield Buffer.from(writePgDump(tables))
  }
  return openImport({
    read: sink => readDump(dump(), sink),
    findFile: noMediaFolder,
    scratch: join(folder, 'rows'),
    now: Date.parse('2026-03-03T00:00:00Z'),
  })
}

async function run(
  importId = newId(),
): Promise<{ importId: string; notices: Notice[]; taken: (kind: string) => number }> {
  const { id, name } = company.admin.user
  const given = { startedBy: { id, name }, customers: false, invite: false, media: NO_MEDIA }
  const notices: Notice[] = []
  let last = NO_PROGRESS
  await writeStream({
    context: await newContext(company.id, importId, opened, given),
    stream: opened.stream(),
    from: NO_PROGRESS,
    isOver: () => false,
    async onProgress(progress, more) {
      notices.push(...more)
      last = progress
    },
  })
  return { importId, notices, taken: kind => last.tally.find(one => one.kind === kind)?.taken ?? 0 }
}

async function remove(importId: string): Promise<void> {
  const { id, name } = company.admin.user
  for (const kind of REMOVAL_ORDER) {
    const { rows } = await ledgerPage(company.id, opened.place, kind, null, 1000)
    const mine = rows.filter(row => row.importId === importId)
    const removal = { companyId: company.id, importId, by: { id, name }, parallel: 4, isOver: () => false }
    await removeImported(removal, kind, mine)
  }
}

const fieldsOf = async () =>
  (await call(fields.listAll, { as: company.admin })).body.filter(({ on }) => on === 'ticket')
const closed = async (query: object = {}) =>
  (await call(tickets.list, { as: company.admin, query: { status: 'closed', showAll: 'true', ...query } })).body.tickets

it('has attributes as fields of tickets, by which a list is filtered, and notes for the rest', {
  timeout: 60_000,
}, async () => {
  const { importId, taken } = await run()
  expect(taken('ticketField')).toBe(6)
  const all = await fieldsOf()
  const idOf = (name: string) => all.find(field => field.name === name)!.id
  const [ticket] = await closed()
  expect((await call(tickets.get, { as: company.admin, params: { id: ticket!.id } })).body.fields).toEqual({
    [idOf('Plano')]: 'Bronze',
    [idOf('Renova em')]: '2026-12-31',
    [idOf('Valor')]: 12.5,
    [idOf('Urgente')]: true,
  })
  const filtered = async (filter: object) => (await closed({ fields: JSON.stringify(filter) })).map(({ id }) => id)
  expect(await filtered({ [idOf('Plano')]: 'Bronze', [idOf('Urgente')]: true })).toEqual([ticket!.id])
  expect(await filtered({ [idOf('Plano')]: 'Ouro' })).toEqual([])
  const notes = await call(ticketNotes.list, { as: company.admin, query: { ticketId: ticket!.id } })
  const texts = notes.body.map(({ note, user }) => [note.split('\n')[0], user.name])
  expect(texts).toEqual(
    expect.arrayContaining([
      ['Comentário da avaliação (4 de 5): Foi rápido', 'Chatwoot'],
      ['Análise da avaliação (4 de 5): Elogiar a Lívia', 'Helena'],
      ['Campos da conversa no Chatwoot', 'Chatwoot'],
    ]),
  )
  expect(texts).toHaveLength(5)
  const said = await call(messages.list, { as: company.admin, params: { ticketId: ticket!.id } })
  expect(said.body.messages.map(({ body }) => body)).not.toContain('Só para nós')

  // A second run doubles nothing; the removal takes everything away.
  const again = await run()
  expect(['ticketField', 'macro', 'note', 'ticket'].map(again.taken)).toEqual([0, 0, 0, 0])
  expect(await fieldsOf()).toEqual(all)
  await remove(importId)
  expect([await closed(), await fieldsOf(), await everyRow(company.id, MACROS, { of: 'shared' })]).toEqual([[], [], []])
})

it('joins a field of the name and type, gives another the name with a number, and says what did not fit', {
  timeout: 60_000,
}, async () => {
  const create = (name: string, type: 'choice' | 'text', choices: string[] = []) =>
    call(fields.create, { as: company.admin, body: { name, on: 'ticket', type, choices } })
  const { body: plan } = await create('plano', 'choice', ['Ouro'])
  await create('Valor', 'text')
  for (let n = 0; n < MAX_FIELDS - 4; n++) await create(`Campo ${n}`, 'text')
  const { notices } = await run()
  const names = (await fieldsOf()).map(({ name }) => name)
  expect(names).toHaveLength(MAX_FIELDS)
  expect(names.filter(name => /^(Valor|Renova)/.test(name)).sort()).toEqual(['Renova em', 'Valor', 'Valor 2'])
  const [ticket] = await closed()
  const { body } = await call(tickets.get, { as: company.admin, params: { id: ticket!.id } })
  expect(body.fields).toMatchObject({ [plan.id]: 'Bronze' })
  const told = notices.map(notice => [notice.kind, notice.reason, 'detail' in notice ? notice.detail : undefined])
  expect(told).toContainEqual(['ticketField', 'renamed', 'Valor 2'])
  expect(told.filter(([, reason]) => reason === 'fieldLimit')).toHaveLength(3)
  expect(told).toContainEqual(['ticket', 'fieldMissing', 'true'])
})

it('has every message, also of those whose rows share an id of WhatsApp', { timeout: 60_000 }, async () => {
  const texts = ['Cartão 1', 'Cartão 2', 'Cartão 3']
  opened.close()
  opened = await openTables({
    ...CHATWOOT,
    messages: {
      ...CHATWOOT.messages!,
      rows: texts.map((content, i) => [...message(i + 1, { content, source_id: 'wamid.CARDS' }), CREATED, CREATED]),
    },
  })
  expect((await run()).taken('message')).toBe(3)
  expect((await run()).taken('message')).toBe(0)
  const [ticket] = await closed()
  const said = await call(messages.list, { as: company.admin, params: { ticketId: ticket!.id } })
  expect(said.body.messages.map(({ body }) => body).sort()).toEqual(texts)
})

it('has macros for all, and those of one person once they joined', { timeout: 60_000 }, async () => {
  const { notices } = await run()
  const { body } = await call(macros.listAll, { as: company.admin })
  const byName = (name: string) => body.find(macro => macro.name === name)
  expect(byName('Encerrar')).toMatchObject({
    shared: true,
    actions: [
      { type: 'reply', text: 'Obrigado, *{{firstName}}*!' },
      { type: 'note', text: 'Ver com @Helena' },
      { type: 'tag', name: 'vip' },
      { type: 'queue', name: 'vendas' },
      { type: 'assign' },
      { type: 'priority', priority: 'none' },
      { type: 'resolve', farewell: true },
    ],
  })
  // Its author did not come: it is of whoever began the import.
  expect(byName('Avisar')?.userId).toBe(company.admin.user.id)
  expect(byName('Minha')).toBeUndefined()
  expect(notices.filter(({ kind, effect }) => kind === 'macro' && effect === 'refused')).toMatchObject([
    { id: '4', reason: 'noAction', detail: 'send_webhook_event https://x.com' },
  ])
})
