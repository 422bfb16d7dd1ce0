import { companies } from '@balcao/shared/api/company/companies.ts'
import { jobs } from '@balcao/shared/api/company/jobs.ts'
import type { JobMessage } from '@balcao/shared/events/queues.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import yauzl from 'yauzl'
import { type Gate, openGate } from '../../../../test/gate.ts'
import { call, makeCompany, makeUser } from '../../../../test/harness.ts'
import { killNowAndThen } from '../../../../test/kill-now-and-then.ts'
import { batchOf } from '../../../../test/pipeline-fixture.ts'
import { rowsOf } from '../../../../test/rows-of.ts'
import { makeTenant, type Tenant } from '../../../../test/tenant.ts'
import { makeRest } from '../../../../test/tenant-rest.ts'
import { getJob } from '../../../data/jobs/job.ts'
import { putObject, readObject } from '../../../integrations/storage.ts'
import { handler } from '../handler.ts'

let gate: Gate
let tenant: Tenant
beforeAll(async () => {
  gate = await openGate()
  tenant = await makeTenant(await makeCompany())
})
afterAll(() => gate.close())

async function work(message: JobMessage): Promise<void> {
  expect(await handler(batchOf([JSON.stringify(message)]))).toEqual({ batchItemFailures: [] })
}

async function drain(): Promise<void> {
  for (let sent = gate.sent(); sent.length > 0; sent = gate.sent()) for (const message of sent) await work(message)
}

/** The files of the archive a job made, by their names. */
async function archiveOf(companyId: string, jobId: string): Promise<Map<string, Buffer>> {
  const { file } = (await getJob(companyId, jobId, true))!
  const pieces: Uint8Array[] = []
  for await (const piece of readObject(file!.key)) pieces.push(piece)
  const zip = await yauzl.fromBufferPromise(Buffer.concat(pieces))
  const files = new Map<string, Buffer>()
  for await (const entry of zip.eachEntry()) {
    const content: Uint8Array[] = []
    for await (const piece of await zip.openReadStreamPromise(entry)) content.push(piece as Uint8Array)
    files.set(entry.fileName, Buffer.concat(content))
  }
  return files
}
const rowsIn = (files: Map<string, Buffer>, kind: string): Record<string, unknown>[] =>
  [...files]
    .filter(([name]) => name.startsWith(`data/${kind}/`))
    .flatMap(([, content]) => content.toString().trim().split('\n'))
    .map(line => JSON.parse(line))

/** Kinds of rows that are not in the archive, each with why. */
const LEFT_OUT = [
  // Copies of what is there.
  ...['search', 'counter', 'unique', 'days', 'report', 'tickets-of', 'board', 'message', 'contact-alias', 'live'],
  ...['shortcode', 'productStore', 'store', 'portfolio-use', 'campaign-needs', 'couponUse', 'customer-default'],
  ...['contactListItem', 'budget-number', 'budget-key', 'chats-of'],
  // What expires, and work under way.
  ...['delivery', 'job', 'number-check', 'listening', 'socket', 'autoReply', 'ask-turn', 'congratulated'],
  // What opens something.
  ...['credential', 'session', 'code', 'auth', 'second-factor', 'sign-in-challenge'],
]

describe('the export of a company', () => {
  it('has every row and file of it, and opens nothing', async () => {
    const { company, ids } = tenant
    await makeRest(tenant)
    const large = Buffer.alloc(5_000_000, 7)
    await putObject(`${company.id}/media/foto.png`, Buffer.from('foto'), 'image/png')
    await putObject(`${company.id}/media/ação.mp4`, large, 'video/mp4')
    await putObject(`public/${company.id}/products/p`, Buffer.from('p'), 'image/png')
    gate.sent()
    const { status, body } = await call(companies.export, { as: company.admin })
    expect(status).toBe(202)
    await drain()
    expect((await call(jobs.get, { as: company.admin, params: { id: body.jobId } })).body.status).toBe('done')
    const files = await archiveOf(company.id, body.jobId)
    expect(files.get('media/foto.png')?.toString()).toBe('foto')
    expect(files.get('media/ação.mp4')?.equals(large)).toBe(true)
    expect(files.get('public/products/p')?.toString()).toBe('p')
    expect(rowsIn(files, 'contacts')).toMatchObject([{ id: ids.contact, name: 'Cliente' }])
    expect(rowsIn(files, 'messages')).toMatchObject([{ body: 'Olá' }])
    expect(rowsIn(files, 'invoices')).toMatchObject([{ number: 1, value: 9990, detail: 'Plano' }])
    expect(rowsIn(files, 'pix-charges')).toMatchObject([{ txid: 'txid1', value: 9990 }])
    expect(rowsIn(files, 'invitations')).toMatchObject([{ id: ids.invitation }])
    expect(rowsIn(files, 'ai-use')).toMatchObject([{ tokens: 15 }])
    expect(rowsIn(files, 'campaign-settings')).toMatchObject([{ messageInterval: 30 }])
    expect(rowsIn(files, 'file')).toMatchObject([{ message: 'Para novos clientes' }])
    expect(rowsIn(files, 'settings')).toContainEqual(expect.objectContaining({ key: 'asaas' }))
    const everything = JSON.stringify([...files].map(([, content]) => content.toString()))
    const manifest = JSON.parse(files.get('manifest.json')!.toString())
    expect(manifest).toMatchObject({
      company: { id: company.id, name: company.name },
      counts: { files: 4, contacts: 1 },
    })
    expect(manifest.counts.users).toBe(rowsIn(files, 'users').length)

    const stored = await rowsOf(company.id)
    const kindOf = (row: Record<string, unknown>) => String(row.pk).split('#')[1]!
    const ids36 = /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f-]{22}/
    const missing = stored
      .filter(row => !LEFT_OUT.includes(kindOf(row)))
      .filter(row => {
        const id = [row.id, String(row.sk), String(row.pk).slice(37)]
          .map(text => ids36.exec(String(text))?.[0])
          .find(each => each !== undefined)
        return id !== undefined && !everything.includes(id)
      })
    expect(missing.map(({ pk, sk }) => `${pk} ${sk}`)).toEqual([])

    const secrets = stored.flatMap(row =>
      Object.entries(row)
        .filter(([name, value]) => /secret|hash|apiKey|voiceKey|pageToken|jsonContent/i.test(name) && value)
        .map(([, value]) => String(value)),
    )
    // Whatever it is called: as `seal` makes it.
    const sealed = stored
      .flatMap(row => Object.values(row))
      .filter(each => /^[0-9a-f]{8}\.[\w+/]{30,}=*$/.test(String(each)))
    expect(sealed.length).toBeGreaterThanOrEqual(4)
    secrets.push(...sealed.map(String))
    const recovery = stored.flatMap(({ recovery }) => (recovery instanceof Set ? [...recovery].map(String) : []))
    secrets.push(...recovery)
    expect(secrets.length).toBeGreaterThanOrEqual(4)
    for (const secret of secrets.filter(each => each !== 'none')) expect(everything).not.toContain(secret)
  })

  it('is an admin’s, one at a time, and whole wherever a process ends', async () => {
    const { company } = tenant
    const chief = await makeUser(company.id, { profile: 'supervisor' })
    expect((await call(companies.export, { as: chief })).error).toBe('ERR_NO_PERMISSION')
    gate.sent()
    const { body } = await call(companies.export, { as: company.admin })
    expect((await call(companies.export, { as: company.admin })).body).toEqual(body)
    const first = { type: 'step' as const, companyId: company.id, jobId: body.jobId, seq: 0 }
    expect(await killNowAndThen(gate, first, 3, work)).toBe(3)
    const files = await archiveOf(company.id, body.jobId)
    expect(rowsIn(files, 'contacts')).toHaveLength(1)
    expect(files.has('manifest.json')).toBe(true)
  }, 120_000)
})
