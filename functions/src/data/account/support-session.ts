/**
 * Session of a super user who works as an admin of a company, half an hour at most (decision 0039).
 * It is a row beside the admin's own session and ends with the super user's own.
 */
import type { UserRef } from '@balcao/shared/entities/user.ts'
import { newId } from '@balcao/shared/ids.ts'
import { Entity, type EntityItem } from 'electrodb'
import { documentClient, tableName } from '../table/client.ts'
import { index, model } from '../table/entity.ts'
import { remember } from '../table/remember.ts'
import { put, transact } from '../table/transact.ts'
import { getCaller, getUser } from '../team/user.ts'
import { timerWrite } from '../timers/timer.ts'
import { type Audited, auditWrite } from './audit.ts'
import { getLiveSession, getSession } from './session.ts'

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
    /** Their own session, with which this one ends. */
    superSessionId: { type: 'string' },
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

/** Leads from a super user to the support sessions they began, so that these end with their own session. */
const BegunEntity = new Entity({
  model: model('supportBegun'),
  attributes: {
    companyId: { type: 'string', required: true },
    userId: { type: 'string', required: true },
    sessionId: { type: 'string', required: true },
    superSessionId: { type: 'string', required: true },
    /** The company that is supported. */
    supportedId: { type: 'string', required: true },
    /** Epoch seconds. */
    expiresAt: { type: 'number', required: true },
  },
  indexes: {
    byUser: index(
      'main',
      { composite: ['companyId'], template: '${companyId}#session' },
      { composite: ['userId', 'sessionId'], template: 'begun#${userId}#${sessionId}' },
    ),
  },
})

export type SupportRow = EntityItem<typeof SupportEntity>

const options = () => ({ client: documentClient(), table: tableName() })

/** Starts a session, and says so in the company's log: one is not without the other. */
export async function startSupport(
  {
    companyId,
    userId,
    by,
  }: { companyId: string; userId: string; by: UserRef & { companyId: string; sessionId: string } },
  audited: Audited,
): Promise<SupportRow> {
  const until = Date.now() + SUPPORT_MINUTES * 60_000
  const row = {
    ...{ companyId, userId, sessionId: newId(), until, expiresAt: Math.ceil(until / 1000) },
    ...{ superId: by.id, superName: by.name, superCompanyId: by.companyId, superSessionId: by.sessionId },
  }
  const begun = {
    ...{ companyId: by.companyId, userId: by.id, sessionId: row.sessionId, superSessionId: by.sessionId },
    ...{ supportedId: companyId, expiresAt: row.expiresAt },
  }
  await transact([
    put('support', SupportEntity.create(row).params({ table: tableName() })),
    put('begun', BegunEntity.create(begun).params({ table: tableName() })),
    timerWrite({ type: 'endSupport', companyId, sessionId: row.sessionId, dueAt: until }),
    auditWrite(companyId, audited),
  ])
  return row
}

/** Reads the row of a session while its time lasts; whoever it was may have signed out meanwhile. */
async function readSupport(companyId: string, sessionId: string): Promise<SupportRow | undefined> {
  const { data } = await SupportEntity.get({ companyId, sessionId }).go({ ...options(), consistent: true })
  return data && data.until > Date.now() ? data : undefined
}

/** Returns the session while it lasts: its half hour, the super user's own session, and their right. */
export async function getSupport(companyId: string, sessionId: string): Promise<SupportRow | undefined> {
  const row = await readSupport(companyId, sessionId)
  if (!row?.superSessionId) return undefined
  const [own, by] = await Promise.all([
    getSession(row.superCompanyId, row.superId),
    getUser(row.superCompanyId, row.superId, true),
  ])
  return own?.sessionId === row.superSessionId && own.super && by?.super ? row : undefined
}

const recent = remember<SupportRow | undefined>(250)

/** As `getSupport`, a quarter of a second old at most. */
export async function getLiveSupport(companyId: string, sessionId: string): Promise<SupportRow | undefined> {
  const row = await recent.get(sessionId, () => readSupport(companyId, sessionId))
  if (!row?.superSessionId || row.until <= Date.now()) return undefined
  const { superCompanyId, superId, superSessionId } = row
  const [own, by] = await Promise.all([
    getLiveSession(superCompanyId, superId, superSessionId),
    getCaller(superCompanyId, superId),
  ])
  return own?.super && by?.super ? row : undefined
}

/** Lists the support sessions that a super user began and nobody ended yet. */
export async function supportsBegunBy(companyId: string, userId: string): Promise<EntityItem<typeof BegunEntity>[]> {
  const query = BegunEntity.query.byUser({ companyId, userId })
  return (await query.go({ ...options(), pages: 'all', consistent: true })).data
}

/** Ends a session; answers it to the one caller who did. */
export async function endSupport(companyId: string, sessionId: string): Promise<SupportRow | undefined> {
  const { data } = await SupportEntity.delete({ companyId, sessionId }).go({ ...options(), response: 'all_old' })
  recent.forget(sessionId)
  const row = (data as SupportRow | null) ?? undefined
  if (row) await BegunEntity.delete({ companyId: row.superCompanyId, userId: row.superId, sessionId }).go(options())
  return row
}
