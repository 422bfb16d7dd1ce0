import { ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3'
import { contactLists } from '@balcao/shared/api/campaigns/contact-lists.ts'
import { jobs } from '@balcao/shared/api/company/jobs.ts'
import { contacts } from '@balcao/shared/api/contacts/contacts.ts'
import type { Job } from '@balcao/shared/entities/job.ts'
import type { SheetCounts } from '@balcao/shared/entities/sheet-import.ts'
import type { JobMessage } from '@balcao/shared/events/queues.ts'
import { PREPARED_UPLOADS } from '@balcao/shared/media.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Gate, openGate } from '../../../../test/gate.ts'
import { call, makeCompany, makeUser, makeWhatsapp, type TestCompany, type TestUser } from '../../../../test/harness.ts'
import { killEachCall } from '../../../../test/kill-each-call.ts'
import { makeContact } from '../../../../test/make-contact.ts'
import { batchOf } from '../../../../test/pipeline-fixture.ts'
import { createItem } from '../../../data/campaigns/contact-list-item.ts'
import { findContactByNumber } from '../../../data/contacts/contact.ts'
import { getContact } from '../../../data/contacts/contact-row.ts'
import { cancelJob, pageOfJobs } from '../../../data/jobs/job.ts'
import { rowCount } from '../../../data/table/counter.ts'
import { putObject } from '../../../integrations/storage.ts'
import { handler } from '../handler.ts'

let gate: Gate
let company: TestCompany
let chief: TestUser
beforeAll(async () => {
  gate = await openGate()
})
afterAll(() => gate.close())

async function fresh() {
  company = await makeCompany()
  chief = await makeUser(company.id, { profile: 'supervisor' })
  gate.sent()
  return company.id
}

async function drain(waiting: JobMessage[] = gate.sent()): Promise<void> {
  for (let next = waiting.shift(), taken = 0; next; next = waiting.shift()) {
    expect(++taken).toBeLessThan(50)
    expect(await handler(batchOf([JSON.stringify(next)]))).toEqual({ batchItemFailures: [] })
    waiting.push(...gate.sent())
  }
}

const fileOf = (text: string | Buffer) => ({
  fileName: 'gente.csv',
  mimetype: 'text/csv',
  bytes: Buffer.from(text as string),
})
const upload = (text: string | Buffer, language = 'pt') =>
  call(contacts.upload, { as: chief, body: {}, files: [fileOf(text)], headers: { 'accept-language': language } })
const uploadInto = (id: string, text: string) =>
  call(contactLists.upload, { as: company.admin, params: { id }, body: {}, files: [fileOf(text)] })
const jobOf = async (id: string): Promise<Job> => (await call(jobs.get, { as: company.admin, params: { id } })).body
async function importOf(begun: Promise<{ status: number; body: { jobId: string } }>): Promise<Job> {
  const { status, body } = await begun
  expect(status).toBe(202)
  await drain()
  return jobOf(body.jobId)
}

const counts = (given: Partial<SheetCounts>): SheetCounts => ({
  rows: 0,
  added: 0,
  updated: 0,
  unchanged: 0,
  invalid: 0,
  duplicate: 0,
  ...given,
})

const objects = async (companyId: string): Promise<string[]> => {
  const { Contents = [] } = await new S3Client({ forcePathStyle: true }).send(
    new ListObjectsV2Command({ Bucket: process.env.MEDIA_BUCKET, Prefix: `${PREPARED_UPLOADS}${companyId}/` }),
  )
  return Contents.map(({ Key = '' }) => Key.split('/').at(-1)!)
}

const person = (n: number) => ({ name: `Pessoa ${n}`, number: `55119${String(91_000_000 + n)}` })
const SHEET = `Nome;Celular;E-mail
Ana;11 98888-0001;ANA@x.com
;11988880002;
Caio;1234;
Davi;+55 (11) 98888-0001;
Eva;11988880003;eva@x.com
`

describe('the import of contacts', () => {
  it('makes, changes and leaves alone, says what was wrong, and does nothing the second time', async () => {
    const companyId = await fresh()
    // Ana is there without the ninth digit, Eva by a name an attendant chose.
    const ana = await makeContact(companyId, { name: 'Ana', number: '551188880001' })
    const eva = await makeContact(companyId, { name: 'Eva', number: '5511988880003', email: 'eva@x.com' })
    const job = await importOf(upload(SHEET))
    expect(job).toMatchObject({ kind: 'contactsImport', status: 'done', done: 5, total: 5, subject: 'gente.csv' })
    expect(job.result?.counts).toEqual(
      counts({ rows: 5, added: 1, updated: 1, unchanged: 1, invalid: 1, duplicate: 1 }),
    )
    expect(job.result?.problems).toEqual([
      { row: 4, code: 'tooShort', of: null },
      { row: 5, code: 'double', of: 2 },
    ])
    const file = await fetch(job.result!.file!.url!)
    expect(await file.text()).toBe(
      'nome;numero;email;linha;problema\r\n' +
        'Caio;1234;;4;O número é curto demais: falta o DDD ou o código do país.\r\n' +
        "Davi;'+55 (11) 98888-0001;;5;Número repetido: é o mesmo da linha 2.\r\n",
    )
    expect(await getContact(companyId, ana.id, true)).toMatchObject({ name: 'Ana', email: 'ana@x.com' })
    expect(await getContact(companyId, eva.id, true)).toMatchObject({ version: 1 })
    // Without a name it is called by its number, until WhatsApp or somebody says another.
    const nameless = await findContactByNumber(companyId, '5511988880002')
    expect(nameless).toMatchObject({ name: '5511988880002', nameEdited: false, isWhatsappValid: null })
    expect(await rowCount(companyId, 'contacts')).toBe(3)
    expect(await objects(companyId)).toEqual(['problemas.csv'])
    // The file of the problems, corrected, with what was taken before.
    const again = await importOf(upload(`${SHEET.replace('1234', '11988880004')}`))
    expect(again.result?.counts).toEqual(counts({ rows: 5, added: 1, unchanged: 3, duplicate: 1 }))
    expect(await rowCount(companyId, 'contacts')).toBe(4)
  })

  it('does not put an empty name in the place of one an attendant chose, and carries a new one to tickets', async () => {
    const companyId = await fresh()
    const { id } = await makeContact(companyId, { name: 'Zé', number: '5511988880001' })
    await importOf(upload('numero;nome\n11988880001;\n'))
    expect(await getContact(companyId, id, true)).toMatchObject({ name: 'Zé', version: 1 })
    const { body } = await upload('numero;nome\n11988880001;José\n')
    const [first] = gate.sent()
    const sent: JobMessage[] = []
    for (let next: JobMessage | undefined = first; next; next = sent.filter(({ type }) => type === 'step').at(-1)) {
      sent.splice(0)
      await handler(batchOf([JSON.stringify(next)]))
      const now = gate.sent()
      if (now.some(({ type }) => type === 'rename'))
        expect(now).toContainEqual({ type: 'rename', companyId, entity: 'contact', id })
      sent.push(...now)
    }
    expect((await jobOf(body.jobId)).result?.counts).toMatchObject({ updated: 1 })
    expect(await getContact(companyId, id, true)).toMatchObject({ name: 'José' })
  })

  it('takes a sheet that lies in the bucket, and of nobody else’s', async () => {
    const companyId = await fresh()
    const about = { fileName: 'a.csv', mimetype: 'text/csv', size: 100 }
    const { body: form } = await call(contacts.uploads, { as: chief, body: about })
    const begin = (key: string) => call(contacts.upload, { as: chief, body: { key, fileName: 'a.csv' } })
    expect((await begin(form.key)).error).toBe('ERR_UPLOAD_MISSING')
    await putObject(form.key, Buffer.from('nome;numero\nAna;11988880001'), 'text/csv')
    expect((await importOf(begin(form.key) as never)).result?.counts).toMatchObject({ added: 1 })
    const stranger = `${PREPARED_UPLOADS}${(await makeCompany()).id}/media/contacts/x`
    await putObject(stranger, Buffer.from('nome;numero\nAna;11988880001'), 'text/csv')
    for (const key of [stranger, `${PREPARED_UPLOADS}${companyId}/media/contacts/../x`, ''])
      expect((await begin(key)).error).toBe('ERR_UPLOAD_MISSING')
  })

  it('refuses at once what is no sheet, and ends with a code what turns out to be none', async () => {
    await fresh()
    expect((await upload('%PDF-1.7')).error).toBe('ERR_SHEET_UNREADABLE')
    expect((await upload('')).error).toBe('ERR_UPLOAD_MISSING')
    expect((await call(contacts.upload, { as: chief, body: {} })).error).toBe('ERR_UPLOAD_MISSING')
    expect(await importOf(upload('nome;idade\nAna;7'))).toMatchObject({
      status: 'failed',
      error: 'ERR_SHEET_NO_COLUMNS',
    })
    expect(await importOf(upload('PK\x03\x04 and nothing more'))).toMatchObject({
      status: 'failed',
      error: 'ERR_SHEET_UNREADABLE',
    })
    expect(await objects(company.id)).toEqual([])
    const nobody = await importOf(upload('nome;numero\n', 'en'))
    expect(nobody).toMatchObject({ status: 'done', result: { file: null, counts: counts({}), problems: [] } })
  })

  it('that is canceled keeps what was imported, and nothing else', async () => {
    const companyId = await fresh()
    const { body } = await upload('nome;numero\nAna;11988880001')
    await handler(batchOf(gate.sent().map(message => JSON.stringify(message))))
    expect(await objects(companyId)).not.toEqual([])
    await cancelJob(companyId, body.jobId)
    await drain()
    expect([await objects(companyId), await rowCount(companyId, 'contacts')]).toEqual([[], 0])
  })

  it('is the same when its processes are killed, each right behind one of their calls', async () => {
    const companyId = await fresh()
    await makeContact(companyId, { name: 'Ana', number: '5511988880001' })
    const { body } = await upload(SHEET)
    const [first] = gate.sent()
    const kills = await killEachCall(gate, first!, 200)
    expect(kills).toBeGreaterThan(20)
    const job = await jobOf(body.jobId)
    expect(job).toMatchObject({ status: 'done', done: 5, total: 5, error: null })
    expect(job.result?.counts).toEqual(counts({ rows: 5, added: 2, updated: 1, invalid: 1, duplicate: 1 }))
    expect(await rowCount(companyId, 'contacts')).toBe(3)
    expect(await findContactByNumber(companyId, '5511988880001')).toMatchObject({ email: 'ana@x.com' })
  }, 900_000)
})

describe('the import into a contact list', () => {
  const makeList = async () =>
    (await call(contactLists.create, { as: company.admin, body: { name: 'Clientes' } })).body.id
  const countOf = async (id: string) =>
    (await call(contactLists.get, { as: company.admin, params: { id } })).body.contactsCount

  it('adds and brings up to date, by its number alone, and does nothing the second time', async () => {
    const companyId = await fresh()
    const id = await makeList()
    await createItem(companyId, id, { name: 'Ana', number: '551188880001', email: '' })
    const job = await importOf(uploadInto(id, SHEET))
    expect(job).toMatchObject({ kind: 'contactListImport', status: 'done', done: 5, total: 5, subject: 'Clientes' })
    expect(job.result?.counts).toEqual(counts({ rows: 5, added: 2, updated: 1, invalid: 1, duplicate: 1 }))
    expect(await countOf(id)).toBe(3)
    const again = await importOf(uploadInto(id, SHEET))
    expect(again.result?.counts).toEqual(counts({ rows: 5, unchanged: 3, invalid: 1, duplicate: 1 }))
    expect(await countOf(id)).toBe(3)
    expect(await rowCount(companyId, 'contacts')).toBe(0)
  })

  it('has the list checked once when some were added and a connection is there', async () => {
    const companyId = await fresh()
    const id = await makeList()
    const checks = async () =>
      (await pageOfJobs(companyId, null, { limit: 50 })).rows.filter(({ kind }) => kind === 'numberCheck')
    await importOf(uploadInto(id, 'nome;numero\nZé;5511988880009'))
    expect(await checks()).toEqual([])
    await makeWhatsapp(companyId, { isDefault: true, status: 'CONNECTED' })
    await importOf(uploadInto(id, 'nome;numero\nZeca;5511988880009'))
    expect(await checks()).toEqual([])
    const { body } = await uploadInto(id, SHEET)
    const steps: JobMessage[] = []
    for (let next = gate.sent(); next.length > 0; next = gate.sent()) {
      const own = next.filter(message => message.type === 'step' && message.jobId === body.jobId)
      steps.push(...own)
      await handler(batchOf(own.map(message => JSON.stringify(message))))
    }
    const [check, ...more] = await checks()
    expect([check, more]).toMatchObject([{ status: 'waiting', state: { contactListId: id } }, []])
    // Under way or over, it is not begun again by who ends the import again.
    await cancelJob(companyId, check!.id)
    await drain([steps.at(-1)!])
    expect((await checks()).map(job => job.id)).toEqual([check!.id])
  })

  it('ends when the list is gone', async () => {
    await fresh()
    const id = await makeList()
    const { body } = await uploadInto(id, SHEET)
    const waiting = gate.sent()
    await call(contactLists.remove, { as: company.admin, params: { id } })
    await drain([...waiting, ...gate.sent()])
    expect(await jobOf(body.jobId)).toMatchObject({ status: 'failed', error: 'ERR_NO_CONTACT_LIST_FOUND' })
    expect(((await uploadInto(id, SHEET)) as { error?: string }).error).toBe('ERR_NO_CONTACT_LIST_FOUND')
  })

  it('is the same when its processes are killed, each right behind one of their calls', async () => {
    await fresh()
    const id = await makeList()
    // Three transactions.
    const rows = Array.from({ length: 100 }, (_, n) => `${person(n).name};${person(n).number}`)
    const { body } = await uploadInto(id, `nome;numero\n${rows.join('\n')}\nx;y`)
    // The sheet is read as one of contacts is.
    await handler(batchOf(gate.sent().map(message => JSON.stringify(message))))
    const [write] = gate.sent()
    const kills = await killEachCall(gate, write!, 300)
    expect(kills).toBeGreaterThan(10)
    const job = await jobOf(body.jobId)
    expect(job).toMatchObject({ status: 'done', done: 101, total: 101, error: null })
    expect(job.result?.counts).toEqual(counts({ rows: 101, added: 100, invalid: 1 }))
    expect(await countOf(id)).toBe(100)
  }, 900_000)
})
