import { PROFILES, type Profile, USER_RIGHTS, type UserRight } from '@balcao/shared/access.ts'
import { z } from 'zod'
import type { Tests } from '../table/condition.ts'
import { defineRow, type RowOf } from '../table/define-row.ts'
import { isWritten, unlessRefused } from '../table/refused.ts'
import { remember } from '../table/remember.ts'
import { deleteOne, replaceOne, updateOne } from '../table/single-write.ts'
import { put, remove, transact, type Write } from '../table/transact.ts'

/** How long a refresh token lives. */
export const SESSION_DAYS = 7
const SESSION_MS = SESSION_DAYS * 86_400_000

/** One row per user: a user has one live session because there is no place for a second. */
const SESSIONS = defineRow({
  kind: 'session',
  key: { pk: '${companyId}#session', sk: 'user#${userId}' },
  content: z.object({
    companyId: z.string(),
    userId: z.string(),
    sessionId: z.string(),
    /** Copies of the user's, so that a call needs no second read. */
    profile: z.enum(PROFILES),
    super: z.boolean(),
    /** Absent in sessions from before there were named rights, whose users have them all. */
    permissions: z.array(z.string()).optional(),
    /** Number of rotations of the refresh token; the token that counts carries it. */
    generation: z.number(),
    /** Epoch ms of the last rotation. */
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

/** A burst of calls by one user reads the session once; one that was replaced elsewhere is refused this much later. */
const recent = remember<SessionRow | undefined>(250)

/** The session of this id, as long as it is its user's live one; a quarter of a second old at most. */
export async function getLiveSession(
  companyId: string,
  userId: string,
  sessionId: string,
): Promise<SessionRow | undefined> {
  const load = () => recent.get(userId, () => getSession(companyId, userId))
  let session = await load()
  if (session?.sessionId !== sessionId) {
    // What is remembered may be the one that this one has just replaced.
    recent.forget(userId)
    session = await load()
  }
  return session?.sessionId === sessionId ? session : undefined
}

/** What a session copies of its user. */
export type SessionRights = { profile: Profile; super: boolean; permissions: readonly UserRight[] }

/** Returns the named rights of a stored row, which without the attribute has them all. */
export const keptRights = (stored: readonly string[] | undefined): readonly UserRight[] =>
  stored ? USER_RIGHTS.filter(right => stored.includes(right)) : USER_RIGHTS

/** Returns the rights that a user's session has. */
export const rightsOf = ({ profile, super: isSuper, permissions }: SessionRights): SessionRights => ({
  profile,
  super: isSuper,
  permissions,
})

export type NewSession = SessionRights & { companyId: string; userId: string; sessionId: string }

function putOf({ companyId, userId, sessionId, profile, super: isSuper, permissions }: NewSession) {
  const now = Date.now()
  return SESSIONS.put({
    ...{ companyId, userId, sessionId, profile, super: isSuper, permissions: [...permissions] },
    generation: 0,
    rotatedAt: now,
    createdAt: new Date(now).toISOString(),
    expiresAt: expiry(now),
  })
}

/** Starts a session in the place of the earlier one, which is answered when it was still alive. */
export async function startSession(session: NewSession): Promise<SessionRow | undefined> {
  const earlier = await replaceOne(putOf(session))
  recent.forget(session.userId)
  return earlier && ifLive(SESSIONS.parse(earlier))
}

/** As `startSession`, as long as `conditions` hold. Throws WriteRefused. */
export async function startSessionIf(
  session: NewSession,
  conditions: readonly Write[],
): Promise<SessionRow | undefined> {
  const earlier = await getSession(session.companyId, session.userId)
  await transact([startOfSession(session), ...conditions])
  recent.forget(session.userId)
  return earlier
}

/** The write that starts a session; `forgetSession` when it is done. */
export const startOfSession = (session: NewSession): Write => put('session', putOf(session))

/** The write that ends whatever session a user has; `forgetSession` when it is done. */
export const endOfSession = (companyId: string, userId: string): Write =>
  remove('session', SESSIONS.delete({ companyId, userId }))

/** A session was started or ended in a transaction: the next call reads it anew. */
export const forgetSession = (userId: string): void => {
  recent.forget(userId)
}

/** Moves a session to its next refresh token; false when another call was faster, or the session or its rights are others by now. */
export async function rotateSession(
  session: Pick<SessionRow, 'companyId' | 'userId' | 'sessionId' | 'generation' | 'permissions'>,
  { permissions, ...rights }: SessionRights,
): Promise<boolean> {
  const { companyId, userId, sessionId, generation, permissions: before } = session
  const now = Date.now()
  const moved = {
    generation: generation + 1,
    rotatedAt: now,
    expiresAt: expiry(now),
    ...rights,
    permissions: [...permissions],
  }
  return isWritten(
    updateOne(
      SESSIONS.change(
        { companyId, userId },
        {
          set: moved,
          when: is => [
            is.equal('sessionId', sessionId),
            is.equal('generation', generation),
            // A right that was taken away since the session was read must not come back with it.
            before ? is.equal('permissions', before) : is.absent('permissions'),
          ],
        },
      ),
    ),
  )
}

/** Carries changed rights into a live session, if there is one. */
export async function changeSessionRights(
  companyId: string,
  userId: string,
  { permissions, ...rights }: SessionRights,
): Promise<void> {
  const set = { ...rights, permissions: [...permissions] }
  await unlessRefused(updateOne(SESSIONS.change({ companyId, userId }, { set })))
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

/** Ends every session of a company's users; those of its support live on. */
export async function endSessions(companyId: string): Promise<void> {
  const sessions = await SESSIONS.every(SESSIONS.query({ companyId }), { consistent: true })
  for (const { userId, sessionId } of sessions) await endSession(companyId, userId, sessionId)
}
