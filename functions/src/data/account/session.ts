import { PutCommand } from '@aws-sdk/lib-dynamodb'
import { PROFILES, type Profile, USER_RIGHTS, type UserRight } from '@balcao/shared/access.ts'
import { Entity, type EntityItem } from 'electrodb'
import { documentClient, tableName } from '../table/client.ts'
import { index, model, ownedBy, type TableKey } from '../table/entity.ts'
import { getItem } from '../table/get-item.ts'
import { isRefused } from '../table/refused.ts'
import { remember } from '../table/remember.ts'
import { put, remove, transact, type Write } from '../table/transact.ts'

/** How long a refresh token lives. */
export const SESSION_DAYS = 7
const SESSION_MS = SESSION_DAYS * 86_400_000

/** One row per user: a user has one live session because there is no place for a second. */
const SessionEntity = new Entity({
  model: model('session'),
  attributes: {
    companyId: { type: 'string', required: true },
    userId: { type: 'string', required: true },
    sessionId: { type: 'string', required: true },
    /** Copies of the user's, so that a call needs no second read. */
    profile: { type: PROFILES, required: true },
    super: { type: 'boolean', required: true },
    /** Absent in sessions from before there were named rights, whose users have them all. */
    permissions: { type: 'list', items: { type: 'string' } },
    /** How often the refresh token was rotated; the one that counts carries this number. */
    generation: { type: 'number', required: true },
    /** Epoch ms of the last rotation. */
    rotatedAt: { type: 'number', required: true },
    createdAt: { type: 'string', required: true },
    /** Epoch seconds. */
    expiresAt: { type: 'number', required: true },
  },
  indexes: {
    byUser: index(
      'main',
      { composite: ['companyId'], template: '${companyId}#session' },
      { composite: ['userId'], template: 'user#${userId}' },
    ),
  },
})

export type SessionRow = EntityItem<typeof SessionEntity>

const options = () => ({ client: documentClient(), table: tableName() })
const expiry = (now: number) => Math.floor((now + SESSION_MS) / 1000)

/** Where a session lies: the entity's template, written out, as are what every sign-in writes and every call reads. */
const keyOf = (companyId: string, userId: string): TableKey => ({ pk: `${companyId}#session`, sk: `user#${userId}` })

function ifLive(item: object | undefined): SessionRow | undefined {
  const row = item as SessionRow | undefined
  return row && row.expiresAt * 1000 > Date.now() ? row : undefined
}

/** The live session of a user. */
export const getSession = async (companyId: string, userId: string): Promise<SessionRow | undefined> =>
  ifLive(await getItem(keyOf(companyId, userId), true))

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
  const row: SessionRow = {
    ...{ companyId, userId, sessionId, profile, super: isSuper, permissions: [...permissions] },
    generation: 0,
    rotatedAt: now,
    createdAt: new Date(now).toISOString(),
    expiresAt: expiry(now),
  }
  return { TableName: tableName(), Item: { ...keyOf(companyId, userId), ...ownedBy('session'), ...row } }
}

/** Starts a session in the place of the earlier one, which is answered when it was still alive. */
export async function startSession(session: NewSession): Promise<SessionRow | undefined> {
  const { Attributes } = await documentClient().send(new PutCommand({ ...putOf(session), ReturnValues: 'ALL_OLD' }))
  recent.forget(session.userId)
  return ifLive(Attributes)
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
  remove('session', SessionEntity.delete({ companyId, userId }).params({ table: tableName() }))

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
  try {
    await SessionEntity.patch({ companyId, userId })
      .set({
        generation: generation + 1,
        rotatedAt: now,
        expiresAt: expiry(now),
        ...rights,
        permissions: [...permissions],
      })
      .where((row, is) =>
        [
          is.eq(row.sessionId, sessionId),
          is.eq(row.generation, generation),
          // A right that was taken away since the session was read must not come back with it.
          before ? is.eq(row.permissions, before) : is.notExists(row.permissions),
        ].join(' AND '),
      )
      .go(options())
    return true
  } catch (error) {
    if (isRefused(error)) return false
    throw error
  }
}

/** Carries changed rights into a live session, if there is one. */
export async function changeSessionRights(
  companyId: string,
  userId: string,
  { permissions, ...rights }: SessionRights,
): Promise<void> {
  try {
    await SessionEntity.patch({ companyId, userId })
      .set({ ...rights, permissions: [...permissions] })
      .go(options())
    recent.forget(userId)
  } catch (error) {
    if (!isRefused(error)) throw error
  }
}

/** Ends a session; with `sessionId` only that one. Answers what was ended. */
export async function endSession(
  companyId: string,
  userId: string,
  sessionId?: string,
): Promise<SessionRow | undefined> {
  try {
    const { data } = await (sessionId
      ? SessionEntity.remove({ companyId, userId })
          .where((row, is) => is.eq(row.sessionId, sessionId))
          .go({ ...options(), response: 'all_old' })
      : SessionEntity.delete({ companyId, userId }).go({ ...options(), response: 'all_old' }))
    recent.forget(userId)
    return (data as SessionRow | null) ?? undefined
  } catch (error) {
    if (isRefused(error)) return undefined
    throw error
  }
}

/** Ends every session of a company's users; those of its support live on. */
export async function endSessions(companyId: string): Promise<void> {
  const { data } = await SessionEntity.query.byUser({ companyId }).go({ ...options(), pages: 'all', consistent: true })
  for (const { userId, sessionId } of data) await endSession(companyId, userId, sessionId)
}
