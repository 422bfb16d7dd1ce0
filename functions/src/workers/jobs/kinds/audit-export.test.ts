import { audit } from '@balcao/shared/api/company/audit.ts'
import { settings } from '@balcao/shared/api/company/settings.ts'
import { AUDIT_DAYS } from '@balcao/shared/entities/audit-entry.ts'
import type { JobMessage } from '@balcao/shared/events/queues.ts'
import { newId } from '@balcao/shared/ids.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Gate, openGate } from '../../../../test/gate.ts'
import { call, makeCompany, makeUser, rawRow, type TestCompany } from '../../../../test/harness.ts'
import { batchOf } from '../../../../test/pipeline-fixture.ts'
import { listAudit, recordAudit } from '../../../data/account/audit.ts'
import { getJob } from '../../../data/jobs/job.ts'
import { readObject } from '../../../integrations/storage.ts'
import { handler } from '../handler.ts'

const DAY = 86_400_000

let gate: Gate
beforeAll(async () => {
  gate = await openGate()
})
afterAll(() => gate.close())

/** An id as it was made at a moment (epoch ms). */
function idAt(at: number): string {
  const hex = at.toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}${newId().slice(13)}`
}

type Body = NonNullable<Parameters<typeof call<typeof audit.export>>[1]>['body']

/** The lines of the file that a call makes, without the first. */
async function exported(company: TestCompany, body: Body, language = 'pt'): Promise<{ head: string; lines: string[] }> {
  const answer = await call(audit.export, {
    as: company.admin,
    body: body ?? {},
    headers: { 'accept-language': language },
  })
  expect(answer.status).toBe(202)
  const { jobId } = answer.body
  const waiting: JobMessage[] = [{ type: 'step', companyId: company.id, jobId, seq: 0 }]
  gate.sent()
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const { batchItemFailures } = await handler(batchOf([JSON.stringify(next)]))
    expect(batchItemFailures).toEqual([])
    waiting.push(...gate.sent())
  }
  const job = (await getJob(company.id, jobId, true))!
  expect([job.status, job.error]).toEqual(['done', null])
  const pieces: Uint8Array[] = []
  for await (const piece of readObject(job.file!.key)) pieces.push(piece)
  const [head = '', ...lines] = Buffer.concat(pieces).toString().split('\r\n').slice(0, -1)
  return { head, lines }
}

describe('the export of the audit log', { timeout: 60_000 }, () => {
  it('has what the filters find, the newest first, on the company’s clock, and no formula', async () => {
    const company = await makeCompany()
    const { id: companyId } = company
    await call(settings.update, { as: company.admin, params: { key: 'timezone' }, body: { value: 'America/Manaus' } })
    const ana = { id: newId(), name: 'Ana; Júlia' }
    const at = Date.parse('2026-11-20T12:00:00.000Z')
    const now = Math.max(at, Date.now() - 10 * DAY)
    await recordAudit(
      companyId,
      { action: 'queue.delete', name: '=HYPERLINK("x")', user: ana, support: true },
      idAt(now),
    )
    const browser = 'Firefox · Linux'
    const signIn = { action: 'session.signIn', user: ana, address: '203.0.113.5', browser } as const
    await recordAudit(companyId, signIn, idAt(now + 1000))
    await recordAudit(companyId, { action: 'plan.update', name: 'old' }, idAt(Date.now() - (AUDIT_DAYS + 1) * DAY))

    const all = await exported(company, {})
    expect(all.head).toBe('\uFEFFQuando;Pessoa;Suporte;Assunto;Ação;Nome;Endereço IP;Navegador;Mudanças')
    const clock = (ms: number) => new Date(ms - 4 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
    expect(all.lines.slice(-2)).toEqual([
      `${clock(now + 1000)};"Ana; Júlia";;session;signIn;;203.0.113.5;Firefox · Linux;`,
      `${clock(now)};"Ana; Júlia";sim;queue;delete;"'=HYPERLINK(""x"")";;;`,
    ])
    expect(all.lines.join()).not.toContain('old')
    const day = clock(now).slice(0, 10)
    const found = await exported(
      company,
      { subject: 'queue', userId: ana.id, dateFrom: day, dateTo: day, searchParam: 'hyper' },
      'en',
    )
    expect([found.head.slice(1, 5), found.lines.length]).toEqual(['When', 1])
    expect((await exported(company, { verb: 'cancel' })).lines).toEqual([])
    // That it was asked for is in the log as well.
    const { entries } = await listAudit(companyId, { subject: 'audit' }, { limit: 5 })
    expect(entries).toMatchObject(
      Array.from({ length: 3 }, () => ({ verb: 'export', user: { id: company.admin.user.id } })),
    )
  })

  it('has what a change was before and is behind it', async () => {
    const company = await makeCompany()
    const changes = [
      { field: 'name', before: 'Ana', after: '=Bia' },
      { field: 'email', before: null, after: 'bia@exemplo.com.br' },
    ]
    await recordAudit(company.id, { action: 'contact.update', name: 'Bia', changes })
    const { lines } = await exported(company, { subject: 'contact' })
    expect(lines[0]).toMatch(/;"name: Ana → =Bia; email: {2}→ bia@exemplo.com.br"$/)
  })

  it('goes on by pages where there is more than one, none twice', async () => {
    const company = await makeCompany()
    const from = Date.now() - 2 * DAY
    const entry = (i: number) => ({ action: 'tag.create', name: `t${i}` }) as const
    for (let i = 0; i < 2100; i += 100)
      await Promise.all(
        Array.from({ length: 100 }, (_, j) => recordAudit(company.id, entry(i + j), idAt(from + i + j))),
      )
    const { lines } = await exported(company, { verb: 'create', subject: 'tag' })
    expect([lines.length, new Set(lines.map(line => line.split(';')[5])).size]).toEqual([2100, 2100])
    const byVerb = await exported(company, { verb: 'create' })
    expect(byVerb.lines).toHaveLength(2100)
  })

  it('is for admins, and of one’s own company', async () => {
    const [company, other] = [await makeCompany(), await makeCompany()]
    await recordAudit(other.id, { action: 'queue.create', name: 'theirs' })
    const user = await makeUser(company.id)
    expect((await call(audit.export, { as: user, body: {} })).status).toBe(403)
    const wrong = await call(audit.export, {
      as: company.admin,
      body: { dateFrom: '2026-11-20', dateTo: '2026-11-19' },
    })
    expect([wrong.status, wrong.error]).toEqual([400, 'ERR_VALIDATION'])
    expect((await exported(company, {})).lines.join()).not.toContain('theirs')
  })
})

describe('an entry', () => {
  it('is gone from the table after 180 days', async () => {
    const companyId = newId()
    const at = Date.now() - 5 * DAY
    const id = idAt(at)
    await recordAudit(companyId, { action: 'queue.create', name: 'Vendas' }, id)
    const row = await rawRow({ pk: `${companyId}#audit`, sk: `audit#${id}` })
    expect(row?.expiresAt).toBe(Math.ceil(at / 1000) + 180 * 86_400)
  })
})
