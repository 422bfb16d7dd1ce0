/**
 * Somebody of the installation at work as an admin of a company, for its support: half an hour at most (4-decisions §21). A row beside the admin's own
 * session, which it does not end.
 */
import type { UserRef } from '@balcao/shared/entities/user.ts'
import { newId } from '@balcao/shared/ids.ts'
import { Entity, type EntityItem } from 'electrodb'
import { documentClient, tableName } from '../table/client.ts'
import { index, model } from '../table/entity.ts'
import { remember } from '../table/remember.ts'
import { put, transact } from '../table/transact.ts'
import { timerWrite } from '../timers/timer.ts'
import { type Audited, auditWrite } from './audit.ts'

export const SUPPORT_MINUTES = 30

const SupportEntity = new Entity({
  model: model('supportSession'),
  attributes: {
    companyId: { type: 'string', required: true },
    sessionId: { type: 'string', required: true },
    /** The admin whose place they take. */
    userId: { type: 'string', required: true },
    /** Who they are, and where. */
    superId: { type: 'string', required: true },
    superName: { type: 'string', required: true },
    superCompanyId: { type: 'string', required: true },
    /** Epoch ms. */
    until: { type: 'number', required: true },
    /** Epoch seconds. */
    expiresAt: { type: 'number', required: true },
  },
  indexes: {
    bySession: index(
      'main',
      { composite: ['companyId'], template: '${companyId}#session' },
      { composite: ['sessionId'], template: 'support#${sessionId}' },
    ),
  },
})

export type SupportRow = EntityItem<typeof SupportEntity>

const options = () => ({ client: documentClient(), table: tableName() })

/** Starts a session, and says so in the company's log: one is not without the other. */
export async function startSupport(
  { companyId, userId, by }: { companyId: string; userId: string; by: UserRef & { companyId: string } },
  audited: Audited,
): Promise<SupportRow> {
  const until = Date.now() + SUPPORT_MINUTES * 60_000
  const row = {
    ...{ companyId, userId, sessionId: newId(), until, expiresAt: Math.ceil(until / 1000) },
    ...{ superId: by.id, superName: by.name, superCompanyId: by.companyId },
  }
  await transact([
    put('support', SupportEntity.create(row).params({ table: tableName() })),
    timerWrite({ type: 'endSupport', companyId, sessionId: row.sessionId, dueAt: until }),
    auditWrite(companyId, audited),
  ])
  return row
}

/** The session while it lasts. */
export async function getSupport(companyId: string, sessionId: string): Promise<SupportRow | undefined> {
  const { data } = await SupportEntity.get({ companyId, sessionId }).go({ ...options(), consistent: true })
  return data && data.until > Date.now() ? data : undefined
}

const recent = remember<SupportRow | undefined>(250)

/** As `getSupport`, a quarter of a second old at most. */
export async function getLiveSupport(companyId: string, sessionId: string): Promise<SupportRow | undefined> {
  const row = await recent.get(sessionId, () => getSupport(companyId, sessionId))
  return row && row.until > Date.now() ? row : undefined
}

/** Ends a session; answers it to the one caller who did. */
export async function endSupport(companyId: string, sessionId: string): Promise<SupportRow | undefined> {
  const { data } = await SupportEntity.delete({ companyId, sessionId }).go({ ...options(), response: 'all_old' })
  recent.forget(sessionId)
  return (data as SupportRow | null) ?? undefined
}
