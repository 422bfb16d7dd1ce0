/**
 * Session of a super user who works as an admin of a company, half an hour at most (decision 0039).
 * It is a row beside the admin's own session and ends with the super user's own.
 */
import type { UserRef } from '@balcao/shared/entities/user.ts'
import { newId } from '@balcao/shared/ids.ts'
import { z } from 'zod'
import { defineRow, type RowOf } from '../table/define-row.ts'
import { cacheFor } from '../table/short-cache.ts'
import { deleteOne } from '../table/single-write.ts'
import { put, transact } from '../table/transact.ts'
import { getCaller, getUser } from '../team/user.ts'
import { timerWrite } from '../timers/timer.ts'
import { type Audited, auditWrite } from './audit.ts'
import { getLiveSession, getSession } from './session.ts'

export const SUPPORT_MINUTES = 30

const SUPPORTS = defineRow({
  kind: 'supportSession',
  key: { pk: '${companyId}#session', sk: 'support#${sessionId}' },
  content: z.object({
    companyId: z.string(),
    sessionId: z.string(),
    /** Id of the admin as whom the super user works. */
    userId: z.string(),
    superId: z.string(),
    superName: z.string(),
    superCompanyId: z.string(),
    /** Id of the super user's own session, with which this one ends. */
    superSessionId: z.string().optional(),
    /** Epoch ms. */
    until: z.number(),
    /** Epoch seconds. */
    expiresAt: z.number(),
  }),
})

/**
 * Index from a super user to the support sessions they began, so that these end with their own
 * session.
 */
const BEGUN_SUPPORTS = defineRow({
  kind: 'supportBegun',
  key: { pk: '${companyId}#session', sk: 'begun#${userId}#${sessionId}' },
  content: z.object({
    companyId: z.string(),
    userId: z.string(),
    sessionId: z.string(),
    superSessionId: z.string(),
    /** Id of the company that is supported. */
    supportedId: z.string(),
    /** Epoch seconds. */
    expiresAt: z.number(),
  }),
})

export type SupportRow = RowOf<typeof SUPPORTS>

/** Starts a session and records it in the company's audit log, both or neither. */
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
    put('support', SUPPORTS.create(row)),
    put('begun', BEGUN_SUPPORTS.create(begun)),
    timerWrite({ type: 'endSupport', companyId, sessionId: row.sessionId, dueAt: until }),
    auditWrite(companyId, audited),
  ])
  return row
}

/** Reads a session's row until it expires; its super user may have signed out meanwhile. */
async function readSupport(companyId: string, sessionId: string): Promise<SupportRow | undefined> {
  const row = await SUPPORTS.get({ companyId, sessionId }, { consistent: true })
  return row && row.until > Date.now() ? row : undefined
}

/**
 * Returns the session while it is valid: within its half hour, and while the super user's own
 * session and right exist.
 */
export async function getSupport(companyId: string, sessionId: string): Promise<SupportRow | undefined> {
  const row = await readSupport(companyId, sessionId)
  if (!row?.superSessionId) return undefined
  const [own, by] = await Promise.all([
    getSession(row.superCompanyId, row.superId),
    getUser(row.superCompanyId, row.superId, true),
  ])
  return own?.sessionId === row.superSessionId && own.super && by?.super ? row : undefined
}

const recent = cacheFor<SupportRow | undefined>(250)

/** Returns the same as `getSupport`, at most 250 ms old. */
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

/** Lists the support sessions that a super user began and that have not ended. */
export const supportsBegunBy = (companyId: string, userId: string): Promise<RowOf<typeof BEGUN_SUPPORTS>[]> =>
  BEGUN_SUPPORTS.every(BEGUN_SUPPORTS.query({ companyId }, { begins: `begun#${userId}#` }), { consistent: true })

/** Ends a session; returns it to the one caller that ended it. */
export async function endSupport(companyId: string, sessionId: string): Promise<SupportRow | undefined> {
  const ended = await deleteOne(SUPPORTS.delete({ companyId, sessionId }))
  recent.forget(sessionId)
  const row = ended && SUPPORTS.parse(ended)
  if (row) await deleteOne(BEGUN_SUPPORTS.delete({ companyId: row.superCompanyId, userId: row.superId, sessionId }))
  return row
}
