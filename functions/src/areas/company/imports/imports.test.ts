import { gzipSync } from 'node:zlib'
import { imports } from '@balcao/shared/api/company/imports.ts'
import { messages } from '@balcao/shared/api/tickets/messages.ts'
import { tickets } from '@balcao/shared/api/tickets/tickets.ts'
import type { DataImport } from '@balcao/shared/entities/data-import.ts'
import type { JobMessage } from '@balcao/shared/events/queues.ts'
import ExcelJS from 'exceljs'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { openGate } from '../../../../test/gate.ts'
import { call, makeCompany, makeUser, type TestCompany } from '../../../../test/harness.ts'
import { TICKETZ } from '../../../../test/imports/ticketz-fixture.ts'
import { writePgDump } from '../../../../test/imports/write-dump.ts'
import { batchOf } from '../../../../test/pipeline-fixture.ts'
import { getContact } from '../../../data/contacts/contact-row.ts'
import { getDataImport } from '../../../data/imports/data-import.ts'
import { getJob, type JobRow } from '../../../data/jobs/job.ts'
import { madeOnDays } from '../../../data/reports/day-counter.ts'
import { ticketCountsByQueue } from '../../../data/table/counter.ts'
import { getTicket } from '../../../data/tickets/ticket.ts'
import { createNote } from '../../../data/tickets/ticket-note.ts'
import { READING } from '../../../imports/reading-limits.ts'
import { NAMING } from '../../../imports/report-sheet.ts'
import { WRITING } from '../../../imports/writing-limits.ts'
import { putObject, removeObjects } from '../../../integrations/storage.ts'
import { endOfArchive, wholeEntry } from '../../../integrations/zip.ts'
import { handler } from '../../../workers/jobs/handler.ts'
import { preparedKey } from '../../store-upload.ts'

const gate = await openGate()

/** Format of the version of the program that runs. */
const format = vi.hoisted(() => ({ now: 1 }))
vi.mock('../../../data/imports/staged-format.ts', () => ({
  get STAGED_FORMAT() {
    return format.now
  },
}))

async function drain(waiting: JobMessage[] = gate.sent()): Promise<void> {
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    expect(await handler(batchOf([JSON.stringify(next)]))).toEqual({ batchItemFailures: [] })
    waiting.push(...gate.sent())
  }
}

function zipOf(files: Record<string, string>): Buffer {
  const bodies: Buffer[] = []
  const lines: Buffer[] = []
  let at = 0
  for (const [name, content] of Object.entries(files)) {
    const { body, line } = wholeEntry(name, Buffer.from(content), at, new Date(), true)
    bodies.push(body)
    lines.push(line)
    at += body.length
  }
  const directory = Buffer.concat(lines)
  return Buffer.concat([...bodies, directory, endOfArchive(lines.length, directory.length, at)])
}

async function upload(company: TestCompany, bytes: Uint8Array): Promise<string> {
  const { body } = await call(imports.uploads, {
    as: company.admin,
    body: { fileName: 'dump.sql.gz', mimetype: 'application/gzip', size: bytes.length },
  })
  await putObject(body.key, bytes, 'application/octet-stream')
  return body.key
}

const DUMP = gzipSync(writePgDump(TICKETZ))
const MEDIA = zipOf({ 'public/media/1/1/1/aa/voz.ogg': 'OggS', '../outside.txt': 'no' })

async function create(
  company: TestCompany,
  dump: Uint8Array = DUMP,
  more: object = {},
  headers: Record<string, string> = {},
): Promise<DataImport> {
  const key = await upload(company, dump)
  gate.sent()
  const answer = await call(imports.create, {
    as: company.admin,
    body: { system: 'ticketz', key, fileName: 'dump.sql.gz', sourceCompany: '1', ...more },
    headers,
  })
  expect([answer.status, answer.error]).toEqual([201, null])
  await drain()
  return show(company, answer.body.id)
}

const show = async (company: TestCompany, id: string) =>
  (await call(imports.get, { as: company.admin, params: { id } })).body
const countOf = ({ counts }: DataImport, kind: string) => counts.find(one => one.kind === kind)

/** Returns the rows of a report. */
async function reportOf({ report }: DataImport): Promise<unknown[][]> {
  const book = new ExcelJS.Workbook()
  await book.xlsx.load(await (await fetch(report!.url)).arrayBuffer())
  const rows: unknown[][] = []
  book.worksheets[0]!.eachRow(({ values }) => rows.push((values as unknown[]).slice(1)))
  return rows
}

const limits = { reading: { ...READING }, writing: { ...WRITING }, naming: { ...NAMING } }
afterEach(() => {
  Object.assign(READING, limits.reading)
  Object.assign(WRITING, limits.writing)
  Object.assign(NAMING, limits.naming)
})

describe('an import', { timeout: 120_000 }, () => {
  it('is read without writing anything, written, found there, and removed', async () => {
    const company = await makeCompany()
    const mediaKey = await upload(company, MEDIA)
    const ready = await create(company, DUMP, { mediaKey, mediaName: 'media.zip', customers: true })
    expect(ready).toMatchObject({ state: 'ready', systemName: 'Ticketz', sourceName: 'Loja', error: null })
    expect(ready.firstNotices).toContainEqual(
      expect.objectContaining({ kind: 'contact', id: '5', effect: 'refused', reason: 'badNumber' }),
    )
    expect(ready.report?.url).toMatch(/^http/)
    const tickets0 = await call(tickets.list, { as: company.admin, query: { status: 'closed', showAll: 'true' } })
    expect(tickets0.body.tickets).toEqual([])

    const started = await call(imports.start, { as: company.admin, params: { id: ready.id }, body: {} })
    expect([started.status, started.body.state]).toEqual([202, 'running'])
    await drain()
    const done = await show(company, ready.id)
    expect(done).toMatchObject({ state: 'done', error: null })
    expect(done.report?.url).toMatch(/^http/)
    for (const { kind, read, taken, alreadyThere, joined, refused } of done.counts)
      expect([
        kind,
        [...Object.values(joined), ...Object.values(refused)].reduce((sum, one) => sum + one, taken + alreadyThere),
      ]).toEqual([kind, read])
    expect(countOf(done, 'message')!.taken).toBeGreaterThan(8)

    const { body } = await call(tickets.list, { as: company.admin, query: { status: 'closed', showAll: 'true' } })
    const pages = await Promise.all(
      body.tickets.map(({ id }) => call(messages.list, { as: company.admin, params: { ticketId: id } })),
    )
    const voice = pages.flatMap(page => page.body.messages).find(({ mediaType }) => mediaType === 'audio')!
    expect(await (await fetch(voice.mediaUrl!)).text()).toBe('OggS')

    const again = await create(company)
    // The dry run knows what is here already, by kind.
    for (const { kind, taken, alreadyThere } of again.counts) {
      const first = countOf(done, kind)
      expect([kind, taken, alreadyThere]).toEqual([kind, 0, (first?.taken ?? 0) + (first?.alreadyThere ?? 0)])
    }
    await call(imports.start, { as: company.admin, params: { id: again.id }, body: {} })
    await drain()
    const second = await show(company, again.id)
    expect(second.counts.every(({ taken }) => taken === 0)).toBe(true)

    const removal = await call(imports.remove, { as: company.admin, params: { id: done.id } })
    expect([removal.status, removal.body.state]).toEqual([202, 'removing'])
    expect(removal.body.total).toBeGreaterThan(10)
    await drain()
    expect((await show(company, done.id)).state).toBe('removed')
    for (const status of ['open', 'pending', 'closed'] as const)
      expect(
        (await call(tickets.list, { as: company.admin, query: { status, showAll: 'true' } })).body.tickets,
      ).toEqual([])
    const counts = [...(await ticketCountsByQueue(company.id)).values()]
    expect(counts.every(({ open, pending, closed }) => open + pending + closed === 0)).toBe(true)
    const made = await madeOnDays(company.id, '2026-01-01', '2026-12-31')
    expect([...made.values()].flat().every(hour => hour === 0)).toBe(true)
  })

  it('brings files that were missing, and takes those alone away when that import is removed', async () => {
    const company = await makeCompany()
    const run = async (more: object) => {
      const { id } = await create(company, DUMP, more)
      await call(imports.start, { as: company.admin, params: { id }, body: {} })
      await drain()
      return show(company, id)
    }
    const all = async () => {
      const { body } = await call(tickets.list, { as: company.admin, query: { status: 'closed', showAll: 'true' } })
      const pages = await Promise.all(
        body.tickets.map(({ id }) => call(messages.list, { as: company.admin, params: { ticketId: id } })),
      )
      return pages.flatMap(page => page.body.messages)
    }
    const first = await run({})
    const before = await all()
    const isVoice = ({ mediaType }: { mediaType: string }) => mediaType === 'audio'
    expect(before.find(isVoice)).toMatchObject({ mediaUrl: null, error: 'ERR_MEDIA_NOT_IMPORTED' })

    const second = await run({ mediaKey: await upload(company, MEDIA), mediaName: 'media.zip' })
    expect(countOf(second, 'message')).toMatchObject({ taken: 0, changed: { mediaAdded: 1 } })
    const filled = await all()
    const voice = filled.find(isVoice)!
    expect(voice).toMatchObject({ error: null, media: { size: 4 } })
    expect(await (await fetch(voice.mediaUrl!)).text()).toBe('OggS')
    const timeless = (rows: typeof filled) => rows.filter(one => !isVoice(one))
    expect(timeless(filled)).toEqual(timeless(before))

    await call(imports.remove, { as: company.admin, params: { id: second.id } })
    await drain()
    expect(await all()).toEqual(before)
    expect((await fetch(voice.mediaUrl!)).status).toBe(404)
    expect((await show(company, first.id)).state).toBe('done')
  })

  it('takes back the notes that it brought to tickets of an earlier one', async () => {
    const company = await makeCompany()
    const run = async (dump?: Uint8Array) => {
      const { id } = await create(company, dump)
      await call(imports.start, { as: company.admin, params: { id }, body: {} })
      await drain()
      return show(company, id)
    }
    const remove = async ({ id }: DataImport) => {
      await call(imports.remove, { as: company.admin, params: { id } })
      await drain()
      return show(company, id)
    }
    const first = await run()
    const { columns, rows } = TICKETZ.TicketNotes!
    const later = { ...TICKETZ, TicketNotes: { columns, rows: [...rows, rows[0]!.with(0, 3).with(1, 'Veio depois')] } }
    const second = await run(gzipSync(writePgDump(later)))
    expect(countOf(second, 'note')?.taken).toBe(1)
    expect(await remove(second)).toMatchObject({ state: 'removed', done: 1, total: 1 })
    await remove(first)
    for (const status of ['open', 'pending', 'closed'] as const)
      expect(
        (await call(tickets.list, { as: company.admin, query: { status, showAll: 'true' } })).body.tickets,
      ).toEqual([])
  })

  it.each([
    [
      'en',
      'import.xlsx',
      'What happened',
      ['Contacts', 'Refused', 'neither a phone number, a group nor a WhatsApp id'],
    ],
    ['es', 'importacion.xlsx', 'Qué pasó', ['Contactos', 'Rechazados', /^no es un número de teléfono/]],
    ['pt', 'importacao.xlsx', 'O que houve', ['Contatos', 'Recusados', /^não é número de telefone/]],
  ])('makes its report in the language of the caller: %s', async (language, name, header, [kind, effect, reason]) => {
    const company = await makeCompany()
    const headers = { 'accept-language': language }
    const sheetOf = async (row: DataImport) => {
      expect(row.report!.name).toBe(name)
      const rows = await reportOf(row)
      expect(rows[0]![1]).toBe(header)
      const [count] = rows.filter(row => row[0] === kind && row[1] === effect)
      expect(count![2]).toEqual(typeof reason === 'string' ? reason : expect.stringMatching(reason!))
      return rows
    }
    const ready = await create(company, DUMP, {}, headers)
    const rows = await sheetOf(ready)
    // No code of a reason is left as it is.
    expect(rows.slice(1).filter(([, , words]) => /^[a-z]+[A-Z]/.test(String(words)))).toEqual([])
    await call(imports.start, { as: company.admin, params: { id: ready.id }, body: {}, headers })
    await drain()
    await sheetOf(await show(company, ready.id))
  })

  it.each([
    ['a step for each group', { step: -1 }],
    ['a checkpoint for each group', { checkpoint: -1 }],
  ])('says of every row once what became of it, with %s and one for the report', async (_, more) => {
    const report = async (times: Partial<typeof WRITING>) => {
      const company = await makeCompany()
      const { id } = await create(company)
      Object.assign(WRITING, times)
      await call(imports.start, { as: company.admin, params: { id }, body: {} })
      const { jobId } = (await getDataImport(company.id, id))!
      await drain()
      const row = await show(company, id)
      const { state } = (await getJob(company.id, jobId!)) as JobRow<'dataImport'>
      return { rows: await reportOf(row), counts: row.counts, state }
    }
    const whole = await report({})
    const parts = await report({ together: -1, ...more })
    expect(parts.state.isWritten).toBe(true)
    expect([parts.rows, parts.counts]).toEqual([whole.rows, whole.counts])
    // The job's row names one object of a step.
    const steps = parts.state.notes.map(key => /notes-.{36}-(\d+)/.exec(key)![1])
    expect(steps.length).toBeGreaterThan(0)
    expect(new Set(steps).size).toBe(steps.length)
  })

  it('has a report that ends where its time does, and says how many rows it does not name', async () => {
    const company = await makeCompany()
    const named = await reportOf(await create(company))
    Object.assign(NAMING, { time: -1 })
    const ready = await create(company)
    const rows = await reportOf(ready)
    const head = rows.slice(0, -1)
    expect(named.slice(0, head.length)).toEqual(head)
    const [, effect, , count] = rows.at(-1)!
    expect(effect).toMatch(/^Mais linhas/)
    expect(count).toBe(named.length - head.length)
    expect(named.length - head.length).toBeGreaterThan(3)
  })

  it('keeps a ticket that somebody has used', async () => {
    const company = await makeCompany()
    const { id } = await create(company)
    await call(imports.start, { as: company.admin, params: { id }, body: {} })
    await drain()
    const { body } = await call(tickets.list, { as: company.admin, query: { status: 'closed', showAll: 'true' } })
    const used = body.tickets[0]!
    const { id: userId, name } = company.admin.user
    const note = { note: 'Ligar na segunda', ticketId: used.id, contactId: used.contact.id }
    await createNote(company.id, { ...note, user: { id: userId, name } })
    await call(imports.remove, { as: company.admin, params: { id } })
    await drain()
    const left = await getTicket(company.id, used.id, true)
    expect([left?.id, left?.contact.name]).toEqual([used.id, used.contact.name])
    expect(await getContact(company.id, left!.contact.id, true)).toBeDefined()
  })

  it.each([
    ['a cut dump', DUMP.subarray(0, DUMP.length - 200), {}, 'ERR_IMPORT_CUT'],
    ['a picture', Buffer.from('\x89PNG\r\n\x1a\n\0\0\0'), {}, 'ERR_IMPORT_NOT_SQL'],
    [
      'another program',
      Buffer.from('CREATE TABLE "Foo" (id int);\nINSERT INTO "Foo" VALUES (1);\n'),
      {},
      'ERR_IMPORT_UNKNOWN_SYSTEM',
    ],
    ['another system', DUMP, { system: 'chatwoot' }, 'ERR_IMPORT_OTHER_SYSTEM'],
    ['a bomb', gzipSync(Buffer.alloc(64 * 1024 * 1024, ' ')), {}, 'ERR_IMPORT_BOMB'],
    ['an unknown company', DUMP, { sourceCompany: '99' }, 'ERR_IMPORT_WHICH_COMPANY'],
  ])('refuses %s, and writes nothing', async (_name, dump, more, code) => {
    const company = await makeCompany()
    const failed = await create(company, dump, more)
    expect([failed.state, failed.error?.code]).toEqual(['failed', code])
    if (code === 'ERR_IMPORT_WHICH_COMPANY') expect(failed.companies.map(({ id }) => id)).toContain('1')
    const start = await call(imports.start, { as: company.admin, params: { id: failed.id }, body: {} })
    expect(start.error).toBe('ERR_IMPORT_STATE')
  })

  it('refuses a zip that is none, and a key of another company', async () => {
    const company = await makeCompany()
    const mediaKey = await upload(company, Buffer.from('no zip'))
    expect((await create(company, DUMP, { mediaKey })).error?.code).toBe('ERR_IMPORT_MEDIA')
    const other = await makeCompany()
    const key = preparedKey(company.id, 'imports')
    await putObject(key, DUMP, 'application/octet-stream')
    const body = { system: 'ticketz' as const, key, fileName: 'dump.sql' }
    expect((await call(imports.create, { as: other.admin, body })).error).toBe('ERR_UPLOAD_MISSING')
  })

  it('is cancelled, and goes on where it was started again; of two at once one begins', async () => {
    const company = await makeCompany()
    const { id } = await create(company)
    await call(imports.start, { as: company.admin, params: { id }, body: {} })
    const waiting = gate.sent()
    const key = await upload(company, DUMP)
    const body = { system: 'ticketz' as const, key, fileName: 'dump.sql', sourceCompany: '1' }
    expect((await call(imports.create, { as: company.admin, body })).error).toBe('ERR_IMPORT_UNDER_WAY')
    const others = await makeCompany()
    const atOnce = await Promise.all(
      [1, 2].map(async () => {
        const own = { ...body, key: await upload(others, DUMP) }
        return call(imports.create, { as: others.admin, body: own })
      }),
    )
    expect(atOnce.map(({ error }) => error ?? '').sort()).toEqual(['', 'ERR_IMPORT_UNDER_WAY'])
    const cancelled = await call(imports.cancel, { as: company.admin, params: { id } })
    expect(cancelled.body.state).toBe('cancelled')
    await drain(waiting)
    expect((await show(company, id)).state).toBe('cancelled')
    expect((await call(imports.start, { as: company.admin, params: { id }, body: {} })).status).toBe(202)
    await drain()
    expect((await show(company, id)).state).toBe('done')
  })

  it('is read again once another version of the program runs, before and while it is written', async () => {
    const company = await makeCompany()
    const as = company.admin
    const { id } = await create(company)
    const params = { id }
    const goOn = async () => {
      expect((await call(imports.start, { as, params, body: {} })).error).toBe('ERR_IMPORT_OUTDATED')
      expect((await call(imports.read, { as, params })).body).toMatchObject({ state: 'reading', continuesBy: null })
      expect((await call(imports.start, { as, params, body: {} })).error).toBe('ERR_IMPORT_STATE')
      await drain()
      expect(await show(company, id)).toMatchObject({ state: 'ready', continuesBy: 'start', error: null })
      expect((await call(imports.read, { as, params })).error).toBe('ERR_IMPORT_STATE')
      expect((await call(imports.start, { as, params, body: {} })).status).toBe(202)
    }
    expect((await show(company, id)).continuesBy).toBe('start')
    format.now = 2
    expect((await show(company, id)).continuesBy).toBe('read')
    await goOn()
    format.now = 3
    await drain()
    expect(await show(company, id)).toMatchObject({
      state: 'failed',
      continuesBy: 'read',
      error: { code: 'ERR_IMPORT_OUTDATED' },
    })
    await goOn()
    await drain()
    const done = await show(company, id)
    expect(done).toMatchObject({ state: 'done', continuesBy: null, error: null })
    expect(countOf(done, 'message')!.taken).toBeGreaterThan(8)
    format.now = 1
  })

  it('is read again if another version made the report of the rows', async () => {
    const company = await makeCompany()
    Object.assign(READING, { together: -1 })
    const key = await upload(company, DUMP)
    gate.sent()
    const body = { system: 'ticketz' as const, key, fileName: 'dump.sql.gz', sourceCompany: '1' }
    const { id } = (await call(imports.create, { as: company.admin, body })).body
    const step = async () => {
      const [next] = gate.sent()
      await handler(batchOf([JSON.stringify(next)]))
    }
    await step()
    await step()
    const state = async () => (await getJob(company.id, (await getDataImport(company.id, id))!.jobId!))!.state
    expect(await state()).toHaveProperty('mapped')
    format.now = 2
    await drain()
    expect(await show(company, id)).toMatchObject({ state: 'ready', continuesBy: 'read' })
    format.now = 1
  })

  it('says that its files have to be sent again once they left the bucket', async () => {
    const company = await makeCompany()
    const { id } = await create(company)
    const { key, staged } = (await getDataImport(company.id, id))!
    await removeObjects([key, staged!])
    const given = { as: company.admin, params: { id } }
    expect((await call(imports.start, { ...given, body: {} })).error).toBe('ERR_UPLOAD_MISSING')
    format.now = 2
    expect((await call(imports.read, given)).error).toBe('ERR_UPLOAD_MISSING')
    format.now = 1
    expect((await show(company, id)).state).toBe('ready')
  })

  it('is of its company and its admins alone', async () => {
    const company = await makeCompany()
    const { id } = await create(company)
    const other = await makeCompany()
    const user = await makeUser(company.id)
    expect((await call(imports.get, { as: other.admin, params: { id } })).error).toBe('ERR_NO_IMPORT_FOUND')
    expect((await call(imports.list, { as: other.admin })).body.imports).toEqual([])
    expect((await call(imports.list, { as: user })).error).toBe('ERR_NO_PERMISSION')
    expect((await call(imports.list, { as: company.admin })).body.imports.map(one => one.id)).toEqual([id])
  })
})
