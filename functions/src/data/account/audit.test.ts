import { AUDIT_DAYS } from '@balcao/shared/entities/audit-entry.ts'
import { newId } from '@balcao/shared/ids.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { metered } from '../table/meter.ts'
import { transact } from '../table/transact.ts'
import { type AuditFilter, auditWrite, listAudit, recordAudit } from './audit.ts'

const DAY = 86_400_000
const ANA = { id: newId(), name: 'Ana Júlia' }
const BIA = { id: newId(), name: 'Bia' }
const companyId = newId()

/** All that a filter finds, page by page, and what the dearest page was. */
async function found(filter: AuditFilter, limit = 20) {
  const names: (string | null)[] = []
  let dearest = 0
  let pages = 0
  let cursor: string | undefined
  do {
    const { result, units } = await metered(() => listAudit(companyId, filter, { limit, cursor }))
    names.push(...result.entries.map(({ name }) => name))
    dearest = Math.max(dearest, units.read)
    pages += 1
    cursor = result.nextCursor ?? undefined
  } while (cursor)
  return { names, dearest, pages }
}

beforeAll(async () => {
  const now = Date.now()
  // Sign-ins of two people for months, and in the middle of them what one would look for.
  await Promise.all(
    Array.from({ length: 400 }, (_, i) =>
      recordAudit(
        companyId,
        { action: 'session.signIn', user: i % 4 ? BIA : ANA, subjectId: newId(), address: '2001:db8:1:2::/64' },
        idAt(now - (i + 1) * 9_000_000),
      ),
    ),
  )
  await recordAudit(companyId, { action: 'queue.delete', name: 'Cobrança', user: ANA }, idAt(now - 300.5 * 9_000_000))
  await recordAudit(companyId, { action: 'plan.update', name: 'too old' }, idAt(now - (AUDIT_DAYS + 1) * DAY))
})

/** An id as it was made at a moment (epoch ms). */
function idAt(at: number): string {
  const hex = at.toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}${newId().slice(13)}`
}

describe('the audit log', () => {
  it('cuts a long name between two characters', async () => {
    const own = newId()
    await recordAudit(own, { action: 'contact.update', name: `${'a'.repeat(119)}😀`, user: ANA })
    await transact([auditWrite(own, { action: 'contact.update', name: `${'b'.repeat(119)}😀` })])
    const { entries } = await listAudit(own, {}, { limit: 5 })
    expect(entries.map(({ name }) => name).sort()).toEqual(['a'.repeat(119), 'b'.repeat(119)])
  })

  it('shows the newest first, page by page, and not what is older than it is long', async () => {
    const all = await found({})
    expect(all.names).toHaveLength(401)
    expect(all.names[300]).toBe('Cobrança')
    expect(all.dearest).toBeLessThanOrEqual(2)
  })

  it('finds by kind, person, word, and all together, for at most 8 read units a page', async () => {
    const filters: [AuditFilter, number][] = [
      [{ subject: 'queue' }, 1],
      [{ subject: 'queue', userId: BIA.id }, 0],
      [{ subject: 'session' }, 400],
      [{ subject: 'session', userId: ANA.id }, 100],
      [{ userId: ANA.id }, 101],
      [{ verb: 'delete' }, 1],
      [{ searchParam: 'cobranca' }, 1],
      [{ searchParam: 'ana julia' }, 101],
      [{ searchParam: 'nobody' }, 0],
    ]
    for (const [filter, count] of filters) {
      const { names, dearest } = await found(filter)
      expect([filter, names.length]).toEqual([filter, count])
      expect(dearest, JSON.stringify(filter)).toBeLessThanOrEqual(8)
    }
  })

  it('reads a kind, or the sign-ins of one person, alone: as if the log had nothing else', async () => {
    expect(await found({ subject: 'queue' })).toMatchObject({ pages: 1, dearest: 0.5 })
    expect((await found({ subject: 'session', userId: ANA.id })).pages).toBe(5)
  })

  it('takes both ends of a range in', async () => {
    const now = Date.now()
    const { entries } = await listAudit(companyId, { from: now - 301.5 * 9e6, to: now - 300.2 * 9e6 }, { limit: 10 })
    expect(entries.map(({ subject }) => subject).sort()).toEqual(['queue', 'session'])
    const [{ at }] = entries as unknown as [{ at: string }]
    const moment = Date.parse(at)
    expect((await listAudit(companyId, { from: moment, to: moment }, { limit: 10 })).entries.length).toBeGreaterThan(0)
    expect(await listAudit(companyId, { from: now, to: now - DAY }, { limit: 10 })).toMatchObject({ hasMore: false })
  })

  it('has a cursor that is worth nothing in another company, or with another filter', async () => {
    const { nextCursor } = await listAudit(companyId, {}, { limit: 5 })
    for (const other of [
      listAudit(newId(), {}, { limit: 5, cursor: nextCursor! }),
      listAudit(companyId, { subject: 'queue' }, { limit: 5, cursor: nextCursor! }),
    ])
      await expect(other).rejects.toMatchObject({ code: 'ERR_INVALID_CURSOR' })
  })

  it('is written for two units, or in the transaction of what it tells, of which no part stays without it', async () => {
    const own = newId()
    const entry = { action: 'plan.update', name: 'x'.repeat(500), subjectId: newId(), user: ANA } as const
    expect((await metered(() => recordAudit(own, entry))).units.write).toBe(2)
    await transact([auditWrite(own, { action: 'invoice.pay' })])
    const { entries } = await listAudit(own, {}, { limit: 10 })
    expect(entries).toMatchObject([
      { subject: 'invoice', verb: 'pay', user: null, name: null, subjectId: null, address: null, support: false },
      { subject: 'plan', verb: 'update', user: ANA, name: 'x'.repeat(120) },
    ])
  })
})
