import { PROFILES, type Profile, USER_RIGHTS, type UserRight } from '@balcao/shared/access.ts'
import type { WeekdaySchedule } from '@balcao/shared/entities/working-hours.ts'
import { accessHoursOf } from '@balcao/shared/rules/access-hours.ts'
import { z } from 'zod'
import type { Tests } from '../table/condition.ts'
import { defineRow, type RowOf } from '../table/define-row.ts'
import { isWritten, unlessRefused } from '../table/refused.ts'
import { cacheFor } from '../table/short-cache.ts'
import { deleteOne, updateOne } from '../table/single-write.ts'
import { put, remove, transact, type Write } from '../table/transact.ts'

/** Lifetime of a refresh token, in days. */
export const SESSION_DAYS = 7
const SESSION_MS = SESSION_DAYS * 86_400_000

/** One row per user, so a user cannot have two live sessions. */
const SESSIONS = defineRow({
  kind: 'session',
  key: { pk: '${companyId}#session', sk: 'user#${userId}' },
  content: z.object({
    companyId: z.string(),
    userId: z.string(),
    sessionId: z.string(),
    /** Copies of the user's fields, so that a call needs no second read. */
    profile: z.enum(PROFILES),
    super: z.boolean(),
    /** Named rights; absent in sessions older than this field (`EARLIER_RIGHTS`). */
    permissions: z.array(z.string()).optional(),
    /** Hours in which it may be used; absent: always. */
    accessHours: z.custom<readonly WeekdaySchedule[]>().optional(),
    /** Number of rotations of the refresh token; the valid token has the same number. */
    generation: z.number(),
    /** Time (epoch ms) of the last rotation. */
    rotatedAt: z.number(),
    createdAt: z.string(),
    /** Epoch seconds. */
    expiresAt: z.number(),
  }),
})

export type SessionRow = RowOf<typeof SESSIONS>

const expiry = (now: number) => Math.floor((now + SESSION_MS) / 1000)

const ifLive = (row: SessionRow | undefined): SessionRow | undefined =>
  row && row.expiresAt * 1000 > Date.now() ? row : undefined

/** Returns the live session of a user. */
export const getSession = async (companyId: string, userId: string): Promise<SessionRow | undefined> =>
  ifLive(await SESSIONS.get({ companyId, userId }, { consistent: true }))

/**
 * Sessions cached for 250 ms, so that a burst of calls reads the session once; a session replaced
 * elsewhere is refused this much later.
 */
const recent = cacheFor<SessionRow | undefined>(250)

/** Returns the session with this id if it is its user's live one; at most 250 ms old. */
export async function getLiveSession(
  companyId: string,
  userId: string,
  sessionId: string,
): Promise<SessionRow | undefined> {
  const load = () => recent.get(userId, () => getSession(companyId, userId))
  let session = await load()
  if (session?.sessionId !== sessionId) {
    // The cached session may be the one that this session has just replaced.
    recent.forget(userId)
    session = await load()
  }
  return session?.sessionId === sessionId ? session : undefined
}

/** Rights that a session copies from its user. */
export type SessionRights = {
  profile: Profile
  super: boolean
  permissions: readonly UserRight[]
  /** Hours that hold for the user; null or absent: none. */
  accessHours?: readonly WeekdaySchedule[] | null | undefined
}

/** Rights of a row that was stored before there were any: what everybody was allowed then. */
export const EARLIER_RIGHTS: readonly UserRight[] = ['catalog']

/** Returns the named rights of a stored row. */
export const keptRights = (stored: readonly string[] | undefined): readonly UserRight[] =>
  stored ? USER_RIGHTS.filter(right => stored.includes(right)) : EARLIER_RIGHTS

/** Returns the rights that a user's session has. */
export const rightsOf = ({ profile, super: isSuper, permissions, accessHours }: SessionRights): SessionRights => ({
  profile,
  super: isSuper,
  permissions,
  accessHours: accessHoursOf({ profile, super: isSuper, accessHours }) ?? null,
})

/** Returns the change of a session's row to these rights. */
function changeTo({ permissions, accessHours, ...rights }: SessionRights) {
  return {
    set: { ...rights, permissions: [...permissions], ...(accessHours ? { accessHours } : {}) },
    remove: accessHours ? [] : (['accessHours'] as const),
  }
}

export type NewSession = SessionRights & { companyId: string; userId: string; sessionId: string }

function putOf({ companyId, userId, sessionId, profile, super: isSuper, permissions, accessHours }: NewSession) {
  const now = Date.now()
  return SESSIONS.put({
    ...{ companyId, userId, sessionId, profile, super: isSuper, permissions: [...permissions] },
    ...(accessHours ? { accessHours } : {}),
    generation: 0,
    rotatedAt: now,
    createdAt: new Date(now).toISOString(),
    expiresAt: expiry(now),
  })
}

/**
 * Starts a session, which replaces the earlier one, provided that `conditions` hold. Returns the
 * earlier session if it was still live. Throws WriteConflict.
 */
export async function startSessionIf(
  session: NewSession,
  conditions: readonly Write[],
): Promise<SessionRow | undefined> {
  const earlier = await getSession(session.companyId, session.userId)
  await transact([startOfSession(session), ...conditions])
  recent.forget(session.userId)
  return earlier
}

/** Returns the write that starts a session; call `forgetSession` after the commit. */
export const startOfSession = (session: NewSession): Write => put('session', putOf(session))

/** Returns the write that ends a user's session, if any; call `forgetSession` after the commit. */
export const endOfSession = (companyId: string, userId: string): Write =>
  remove('session', SESSIONS.delete({ companyId, userId }))

/** Clears the cache after a session was started or ended in a transaction. */
export const forgetSession = (userId: string): void => {
  recent.forget(userId)
}

/** Session as it was read before its rotation. */
type Rotated = Pick<SessionRow, 'companyId' | 'userId' | 'sessionId' | 'generation'> & {
  profile: Profile
  permissions?: readonly string[] | undefined
  accessHours?: readonly WeekdaySchedule[] | undefined
}

/**
 * Rotates a session to its next refresh token; returns false if another call was faster, or the
 * session or its rights were changed meanwhile.
 */
export async function rotateSession(session: Rotated, rights: SessionRights): Promise<boolean> {
  const { companyId, userId, sessionId, generation, profile, permissions, accessHours } = session
  const now = Date.now()
  const { set, remove } = changeTo(rights)
  const moved = { generation: generation + 1, rotatedAt: now, expiresAt: expiry(now), ...set }
  return isWritten(
    updateOne(
      SESSIONS.change(
        { companyId, userId },
        {
          set: moved,
          remove,
          when: is => [
            is.equal('sessionId', sessionId),
            is.equal('generation', generation),
            // A right revoked since the session was read must not be restored.
            is.equal('profile', profile),
            permissions ? is.equal('permissions', [...permissions]) : is.absent('permissions'),
            accessHours ? is.equal('accessHours', accessHours) : is.absent('accessHours'),
          ],
        },
      ),
    ),
  )
}

/** Copies changed rights into a live session, if there is one. */
export async function changeSessionRights(companyId: string, userId: string, rights: SessionRights): Promise<void> {
  await unlessRefused(updateOne(SESSIONS.change({ companyId, userId }, changeTo(rights))))
  recent.forget(userId)
}

/** Ends a session; with `sessionId` only that one. Returns the session that was ended. */
export async function endSession(
  companyId: string,
  userId: string,
  sessionId?: string,
): Promise<SessionRow | undefined> {
  const only = sessionId ? { when: (is: Tests<SessionRow>) => [is.equal('sessionId', sessionId)] } : {}
  const ended = await unlessRefused(deleteOne(SESSIONS.delete({ companyId, userId }, only)))
  recent.forget(userId)
  return ended && SESSIONS.parse(ended)
}

/** Ends every session of a company's users, except support sessions. */
export async function endSessions(companyId: string): Promise<void> {
  const sessions = await SESSIONS.every(SESSIONS.query({ companyId }), { consistent: true })
  for (const { userId, sessionId } of sessions) await endSession(companyId, userId, sessionId)
}
