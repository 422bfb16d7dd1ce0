/**
 * Rows of users with their credentials. One file, since every change of either is one transaction
 * over both, the plan's count of users and the unique e-mail.
 */
import { PROFILES, type Profile, type UserRight } from '@balcao/shared/access.ts'
import type { QueueRef } from '@balcao/shared/entities/queue.ts'
import type { User } from '@balcao/shared/entities/user.ts'
import type { WeekdaySchedule } from '@balcao/shared/entities/working-hours.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { z } from 'zod'
import { dropPreferences } from '../account/preferences.ts'
import { dropSecondFactor } from '../account/second-factor.ts'
import {
  EARLIER_RIGHTS,
  endOfSession,
  forgetSession,
  keptRights,
  type NewSession,
  startOfSession,
} from '../account/session.ts'
import { setUpWrite } from '../account/setup-token.ts'
import { getUsage, usageChange } from '../company/usage.ts'
import type { Test, Tests } from '../table/condition.ts'
import { defineRow, type RowOf } from '../table/define-row.ts'
import type { TableKey } from '../table/keys.ts'
import { normalizeName } from '../table/normalize.ts'
import { fromQuery, type PageOptions, pageOf } from '../table/page.ts'
import { isWritten, unlessRefused } from '../table/refused.ts'
import { cacheFor } from '../table/short-cache.ts'
import { updateOne } from '../table/single-write.ts'
import { check, put, remove, transact, update, type Write, WriteConflict } from '../table/transact.ts'
import { claimEmail, releaseEmail } from '../table/unique.ts'
import { machineUser } from './machine-user.ts'

const USERS = defineRow({
  kind: 'user',
  key: { pk: '${companyId}#user', sk: 'user#${userId}' },
  indexes: { gsi1: { pk: '${companyId}#users', sk: '${nameKey}#${userId}' } },
  content: z.object({
    companyId: z.string(),
    userId: z.string(),
    name: z.string(),
    /** Folded name: the order of the list. */
    nameKey: z.string(),
    email: z.string(),
    /**
     * True until an e-mail to the address was answered; absent if it was, or if an admin vouches
     * for the address.
     */
    unconfirmed: z.boolean().optional(),
    /** Address that replaces `email` once an e-mail to it is answered. */
    pendingEmail: z.string().optional(),
    profile: z.enum(PROFILES),
    super: z.boolean(),
    whatsappId: z.string().optional(),
    queueIds: z.array(z.string()),
    allTicket: z.enum(['enabled', 'disabled']),
    /** Named rights; absent in rows older than this field (`EARLIER_RIGHTS`). */
    permissions: z.array(z.string()).optional(),
    /** Time (epoch ms) until which the user counts as online, or since when they are offline. */
    onlineUntil: z.number(),
    /** True while the user is given no further tickets; absent otherwise. */
    paused: z.boolean().optional(),
    /** Hours in which the user may be signed in; absent: always. */
    accessHours: z.custom<readonly WeekdaySchedule[]>().optional(),
    /** Text before the user's messages; absent in rows older than this field. */
    signature: z.string().optional(),
    createdAt: z.string(),
    updatedAt: z.string(),
  }),
})

type Stored = RowOf<typeof USERS>

/** Passwords, in rows of their own, so that no list ever reads a hash. */
const CREDENTIALS = defineRow({
  kind: 'credential',
  key: { pk: '${companyId}#credential', sk: 'user#${userId}' },
  content: z.object({ companyId: z.string(), userId: z.string(), passwordHash: z.string() }),
})

export type UserRow = {
  id: string
  companyId: string
  name: string
  email: string
  emailConfirmed: boolean
  pendingEmail: string | null
  profile: Profile
  super: boolean
  whatsappId: string | null
  queueIds: string[]
  allTicket: 'enabled' | 'disabled'
  permissions: readonly UserRight[]
  /** Epoch milliseconds. */
  onlineUntil: number
  paused: boolean
  accessHours: readonly WeekdaySchedule[] | null
  signature: string
  createdAt: string
  updatedAt: string
}

const toUser = ({ userId, nameKey: _, unconfirmed, ...row }: Stored): UserRow => ({
  ...row,
  id: userId,
  emailConfirmed: unconfirmed !== true,
  pendingEmail: row.pendingEmail ?? null,
  whatsappId: row.whatsappId ?? null,
  permissions: keptRights(row.permissions),
  paused: row.paused ?? false,
  accessHours: row.accessHours ?? null,
  signature: row.signature ?? '',
})

/** Returns a user in wire form; `queues` are all of the company's. */
export const toWireUser = (user: UserRow, queues: readonly QueueRef[]): User => ({
  id: user.id,
  name: user.name,
  email: user.email,
  emailConfirmed: user.emailConfirmed,
  pendingEmail: user.pendingEmail,
  profile: user.profile,
  super: user.super,
  permissions: [...user.permissions],
  companyId: user.companyId,
  whatsappId: user.whatsappId,
  allTicket: user.allTicket,
  queues: queues.filter(queue => user.queueIds.includes(queue.id)),
  online: isOnline(user),
  paused: user.paused,
  accessHours: user.accessHours && [...user.accessHours],
  signature: user.signature,
  createdAt: user.createdAt,
  updatedAt: user.updatedAt,
})

export const isOnline = (user: UserRow): boolean => user.onlineUntil > Date.now()

/** Fields of the user that a token of the public API stands for: an admin who is never online. */
const NOBODYS = {
  ...{ profile: 'admin', super: false, permissions: [], allTicket: 'enabled', whatsappId: null },
  ...{ email: '', emailConfirmed: false, pendingEmail: null, onlineUntil: 0, paused: false, accessHours: null },
  signature: '',
  ...{ createdAt: new Date(0).toISOString(), updatedAt: new Date(0).toISOString() },
} as const satisfies Partial<UserRow>

export async function getUser(companyId: string, userId: string, consistent = false): Promise<UserRow | undefined> {
  const machine = machineUser(companyId, userId)
  if (machine) return { ...NOBODYS, ...machine, queueIds: [] }
  const row = await USERS.get({ companyId, userId }, { consistent })
  return row && toUser(row)
}

/** Keys and parsers of a user's and their password's rows, for reads of several rows at once. */
export const userRow = {
  key: (companyId: string, userId: string): TableKey => USERS.key({ companyId, userId }),
  parse(item: Record<string, unknown>): UserRow | undefined {
    const row = USERS.parse(item)
    return row && toUser(row)
  },
}
export const credentialRow = {
  key: (companyId: string, userId: string): TableKey => CREDENTIALS.key({ companyId, userId }),
  parse: (item: Record<string, unknown>): string | undefined => CREDENTIALS.parse(item)?.passwordHash,
}

/**
 * Users cached for 250 ms, so that a burst of calls reads the row once; an admin's change takes
 * effect this much later.
 */
const recent = cacheFor<UserRow | undefined>(250)

/** Returns the calling user, at most 250 ms old. */
export const getCaller = (companyId: string, userId: string): Promise<UserRow | undefined> =>
  recent.get(`${companyId}#${userId}`, () => getUser(companyId, userId))

const forget = ({ companyId, id }: Pick<UserRow, 'companyId' | 'id'>) => recent.forget(`${companyId}#${id}`)

/** Returns a user. Throws ERR_NO_USER_FOUND. */
export async function requireUser(companyId: string, userId: string, consistent = false): Promise<UserRow> {
  const user = await getUser(companyId, userId, consistent)
  if (!user) throw new AppError('ERR_NO_USER_FOUND')
  return user
}

/** Returns a condition, labelled `user`: the user exists. */
export const userExists = (companyId: string, userId: string): Write =>
  check('user', USERS.check({ companyId, userId }, { when: is => [is.exists()] }))

/** Lists every user of the company by name: as many as the plan allows, so one or two reads. */
export async function listUsers(companyId: string): Promise<UserRow[]> {
  return (await USERS.every(USERS.queryIndex('gsi1', { companyId }))).map(toUser)
}

/** Lists every user of the company as they are now; costs one read unit per 4 KB. */
export async function listUsersNow(companyId: string): Promise<UserRow[]> {
  return (await USERS.every(USERS.query({ companyId }), { consistent: true })).map(toUser)
}

/** Number of rows read at once when searching their text. */
const SEARCHED = 100

type Position = { nameKey: string; userId: string }
/**
 * Reads a page of users by name; `searchParam` is searched in name and e-mail. Throws
 * ERR_INVALID_CURSOR.
 * @param options.operators whether the installation's operators are included
 * @param weigh bytes of a user in the answer
 */
export async function pageOfUsers(
  companyId: string,
  { searchParam, operators, ...options }: PageOptions & { searchParam: string; operators: boolean },
  weigh: (user: UserRow) => number,
): Promise<{ users: UserRow[]; count: number; hasMore: boolean; nextCursor: string | null }> {
  const wanted = normalizeName(searchParam)
  const usage = getUsage(companyId)
  // The count is awaited at the end; if the pages fail first, its rejection is ignored.
  usage.catch(() => undefined)
  const byName = fromQuery(
    from => {
      const { nameKey, userId } = (from ?? {}) as Position
      return USERS.queryIndex('gsi1', { companyId }, from ? { above: `${nameKey}#${userId}` } : undefined)
    },
    {
      attributes: USERS.attributes,
      order: 'asc',
      toRow: (item: Stored) => item,
      positionOf: ({ nameKey, userId }): Position => ({ nameKey, userId }),
    },
  )
  const { rows, before, hasMore, nextCursor } = await pageOf(
    companyId,
    `users|${operators}|${wanted}`,
    // Few rows match, and a company has some hundreds.
    wanted ? (count, from) => byName(Math.max(count, SEARCHED), from) : byName,
    {
      ...options,
      accept: ({ nameKey, email, super: isSuper }) =>
        (operators || !isSuper) && (wanted === '' || nameKey.includes(wanted) || email.includes(wanted)),
      weigh: item => weigh(toUser(item)),
    },
  )
  const all = wanted && !options.cursor && !hasMore
  const count = async () => {
    const { users, invited } = await usage
    if (operators) return users - invited
    const hidden = (await listUsers(companyId)).filter(user => user.super).length
    return users - invited - hidden
  }
  return { users: rows.map(toUser), count: all ? before + rows.length : await count(), hasMore, nextCursor }
}

export type NewUser = {
  id: string
  name: string
  email: string
  passwordHash: string
  profile: Profile
  super?: boolean
  whatsappId?: string | null
  queueIds?: string[]
  allTicket?: 'enabled' | 'disabled'
  /** Named rights; none by default. */
  permissions?: readonly UserRight[]
  accessHours?: readonly WeekdaySchedule[] | null
  signature?: string
  /** Set if an e-mail to the address has to be answered. */
  unconfirmed?: true
}

const rowOf = (companyId: string, user: NewUser) => {
  const now = new Date().toISOString()
  return {
    companyId,
    userId: user.id,
    name: user.name,
    nameKey: normalizeName(user.name),
    email: user.email,
    ...(user.unconfirmed ? { unconfirmed: true } : {}),
    profile: user.profile,
    super: user.super ?? false,
    ...(user.whatsappId ? { whatsappId: user.whatsappId } : {}),
    queueIds: user.queueIds ?? [],
    allTicket: user.allTicket ?? ('disabled' as const),
    permissions: [...(user.permissions ?? [])],
    ...(user.accessHours ? { accessHours: user.accessHours } : {}),
    ...(user.signature ? { signature: user.signature } : {}),
    onlineUntil: 0,
    createdAt: now,
    updatedAt: now,
  }
}

/** Returns the writes that create a user, without the count. */
export const userWrites = (companyId: string, user: NewUser): Write[] => [
  put('user', USERS.create(rowOf(companyId, user))),
  put('credential', CREDENTIALS.create({ companyId, userId: user.id, passwordHash: user.passwordHash })),
  claimEmail(user.email, companyId, user.id),
]

/**
 * Creates a user. Throws ERR_EMAIL_ALREADY_EXISTS, or ERR_PLAN_LIMIT if the company already has
 * `limit` users.
 */
export async function createUser(companyId: string, user: NewUser, limit: number): Promise<UserRow> {
  await transact(
    [
      usageChange(companyId, {
        add: { users: 1, ...(user.profile === 'admin' ? { admins: 1 } : {}) },
        below: { users: limit },
      }),
      ...userWrites(companyId, user),
    ],
    { usage: 'ERR_PLAN_LIMIT', email: 'ERR_EMAIL_ALREADY_EXISTS' },
  )
  return toUser(rowOf(companyId, user))
}

/**
 * Makes a user a super user of the installation, for the operator's command; no API call does it.
 */
export async function raiseToSuper(companyId: string, userId: string): Promise<void> {
  const raised = USERS.change({ companyId, userId }, { set: { super: true, updatedAt: new Date().toISOString() } })
  await transact([update('user', raised), setUpWrite()])
  forget({ companyId, id: userId })
}

/** Returns named rights as a row stores them. */
const storedRights = ({ permissions }: { permissions: readonly UserRight[] }): string[] => [...permissions]

/**
 * Returns the condition that a row still has these named rights: a row without the attribute has
 * those of before.
 */
function stillPermitted(is: Tests<Stored>, given: { permissions: readonly UserRight[] }): Test {
  const equal = is.equal('permissions', storedRights(given))
  const isEarlier = given.permissions.join() === EARLIER_RIGHTS.join()
  return isEarlier ? is.any(equal, is.absent('permissions')) : equal
}

export type UserChange = Partial<
  Pick<
    UserRow,
    | ('name' | 'email' | 'pendingEmail' | 'profile' | 'whatsappId' | 'queueIds' | 'allTicket' | 'permissions')
    | ('accessHours' | 'signature')
  > & {
    passwordHash: string
  }
>

type Circumstances = {
  /**
   * Hash of the password that the caller proved to know; if it is no longer the user's, nothing is
   * changed.
   */
  provenHash?: string
  /** Session that replaces the user's session in the same transaction; null ends it. */
  session?: NewSession | null
}

/**
 * Changes the user read as `before`. A new `email` is valid at once, without a confirmation e-mail.
 * Throws ERR_EMAIL_ALREADY_EXISTS, ERR_LAST_ADMIN, or ERR_CONFLICT if e-mail, profile, named rights
 * or the proven password changed since.
 */
export async function changeUser(
  before: UserRow,
  change: UserChange,
  { provenHash, session }: Circumstances = {},
): Promise<UserRow> {
  const { companyId, id: userId } = before
  const { passwordHash, whatsappId, pendingEmail, permissions, accessHours, ...others } = change
  const fields = { ...others, ...(permissions ? { permissions: [...permissions] } : {}) }
  const updatedAt = new Date().toISOString()
  const emailChanges = fields.email !== undefined && fields.email !== before.email
  const forgotten = [
    ...(whatsappId === null ? (['whatsappId'] as const) : []),
    ...(accessHours === null ? (['accessHours'] as const) : []),
    ...(pendingEmail === null || emailChanges ? (['pendingEmail'] as const) : []),
    ...(emailChanges ? (['unconfirmed'] as const) : []),
  ]
  const admins = adminsDelta(before.profile, fields.profile ?? before.profile)
  const changed = USERS.change(
    { companyId, userId },
    {
      set: {
        ...fields,
        ...(fields.name !== undefined ? { nameKey: normalizeName(fields.name) } : {}),
        ...(whatsappId ? { whatsappId } : {}),
        ...(accessHours ? { accessHours } : {}),
        ...(pendingEmail && !emailChanges ? { pendingEmail } : {}),
        updatedAt,
      },
      remove: forgotten,
      when: is => [is.equal('email', before.email), is.equal('profile', before.profile), stillPermitted(is, before)],
    },
  )
  try {
    await transact(
      [
        update('user', changed),
        ...(emailChanges ? [releaseEmail(before.email), claimEmail(fields.email!, companyId, userId)] : []),
        ...credentialWrites(companyId, userId, passwordHash, provenHash),
        ...(session ? [startOfSession(session)] : session === null ? [endOfSession(companyId, userId)] : []),
        ...(admins !== 0
          ? [usageChange(companyId, { add: { admins }, ...(admins < 0 ? { above: { admins: 1 } } : {}) })]
          : []),
      ],
      {
        usage: 'ERR_LAST_ADMIN',
        user: 'ERR_CONFLICT',
        credential: 'ERR_CONFLICT',
        email: 'ERR_EMAIL_ALREADY_EXISTS',
      },
    )
  } finally {
    forget(before)
    forgetSession(userId)
  }
  return {
    ...before,
    ...fields,
    ...(whatsappId !== undefined ? { whatsappId } : {}),
    ...(accessHours !== undefined ? { accessHours } : {}),
    ...(emailChanges
      ? { pendingEmail: null, emailConfirmed: true }
      : pendingEmail !== undefined
        ? { pendingEmail }
        : {}),
    updatedAt,
  }
}

/**
 * Confirms `email`, the user's address or the one they want, after an e-mail to it was answered. A
 * new address replaces the previous one, and `session` replaces any other session (null: none).
 * Throws ERR_EMAIL_ALREADY_EXISTS, ERR_CONFLICT if the user's addresses or role were changed
 * meanwhile, and WriteConflict of `along`.
 */
export async function takeUpEmail(
  before: UserRow,
  email: string,
  extraWrites: readonly Write[],
  session: NewSession | null,
): Promise<UserRow> {
  const { companyId, id: userId } = before
  const changes = email !== before.email
  const updatedAt = new Date().toISOString()
  const changed = USERS.change(
    { companyId, userId },
    {
      set: { ...(changes ? { email } : {}), updatedAt },
      remove: changes ? ['unconfirmed', 'pendingEmail'] : ['unconfirmed'],
      when: is => [
        is.equal('email', before.email),
        ...(changes ? [is.equal('pendingEmail', email)] : []),
        // The session's rights must be those of the row, or it would outlive a revoked role.
        ...(changes && session ? [is.equal('profile', session.profile), stillPermitted(is, session)] : []),
      ],
    },
  )
  try {
    await transact(
      [
        update('user', changed),
        ...extraWrites,
        ...(changes
          ? [
              releaseEmail(before.email),
              claimEmail(email, companyId, userId),
              session ? startOfSession(session) : endOfSession(companyId, userId),
            ]
          : []),
      ],
      { user: 'ERR_CONFLICT', email: 'ERR_EMAIL_ALREADY_EXISTS' },
    )
  } finally {
    forget(before)
    forgetSession(userId)
  }
  return { ...before, email, emailConfirmed: true, ...(changes ? { pendingEmail: null } : {}), updatedAt }
}

/**
 * Returns the writes of a password change. With `provenHash`, a new password replaces only that
 * one; without a new password, that one must still be valid.
 */
function credentialWrites(
  companyId: string,
  userId: string,
  passwordHash: string | undefined,
  provenHash: string | undefined,
): Write[] {
  if (passwordHash === undefined) return provenHash === undefined ? [] : [passwordIs(companyId, userId, provenHash)]
  const proven = (is: Tests<RowOf<typeof CREDENTIALS>>) => [is.equal('passwordHash', provenHash!)]
  const row = { companyId, userId, passwordHash }
  return [put('credential', CREDENTIALS.put(row, provenHash === undefined ? {} : { when: proven }))]
}

/** Returns a write labelled `credential` that replaces the password of an existing user. */
export const newCredential = (companyId: string, userId: string, passwordHash: string): Write =>
  put('credential', CREDENTIALS.put({ companyId, userId, passwordHash }, { when: is => [is.present('passwordHash')] }))

/** Returns a condition labelled `credential`: the user's password has this hash. */
export const passwordIs = (companyId: string, userId: string, passwordHash: string): Write =>
  check(
    'credential',
    CREDENTIALS.check({ companyId, userId }, { when: is => [is.equal('passwordHash', passwordHash)] }),
  )

/**
 * Returns a condition labelled `user`: the user still has the e-mail, role and named rights that
 * were read.
 */
export const userIsStill = ({ companyId, id: userId, email, profile, permissions }: UserRow): Write =>
  check(
    'user',
    USERS.check(
      { companyId, userId },
      { when: is => [is.equal('email', email), is.equal('profile', profile), stillPermitted(is, { permissions })] },
    ),
  )

const adminsDelta = (from: Profile, to: Profile): number => Number(to === 'admin') - Number(from === 'admin')

/** Deletes a user and ends their session; a deleted user is no error. Throws ERR_LAST_ADMIN. */
export async function deleteUser(user: UserRow): Promise<void> {
  const { companyId, id: userId } = user
  const isAdmin = user.profile === 'admin'
  try {
    await transact(
      [
        remove(
          'user',
          USERS.delete(
            { companyId, userId },
            { when: is => [is.equal('email', user.email), is.equal('profile', user.profile)] },
          ),
        ),
        remove('credential', CREDENTIALS.delete({ companyId, userId })),
        endOfSession(companyId, userId),
        dropSecondFactor(companyId, userId),
        dropPreferences(companyId, userId),
        releaseEmail(user.email),
        usageChange(companyId, {
          add: { users: -1, ...(isAdmin ? { admins: -1 } : {}) },
          ...(isAdmin ? { above: { admins: 1 } } : {}),
        }),
      ],
      { usage: 'ERR_LAST_ADMIN' },
    )
  } catch (error) {
    if (error instanceof WriteConflict && error.label === 'user') {
      const now = await getUser(companyId, userId, true)
      if (now) return deleteUser(now)
      return
    }
    throw error
  } finally {
    forget(user)
    forgetSession(userId)
  }
}

export async function getPasswordHash(companyId: string, userId: string): Promise<string | undefined> {
  return (await CREDENTIALS.get({ companyId, userId }, { consistent: true }))?.passwordHash
}

/**
 * Replaces a password's hash by another one of the same password; returns false if the password was
 * changed meanwhile.
 */
export const replacePasswordHash = (
  companyId: string,
  userId: string,
  before: string,
  after: string,
): Promise<boolean> =>
  isWritten(
    updateOne(
      CREDENTIALS.change(
        { companyId, userId },
        { set: { passwordHash: after }, when: is => [is.equal('passwordHash', before)] },
      ),
    ),
  )

/**
 * Pauses or resumes what queues give to a user; returns the user, or undefined if there is none.
 */
export async function setPaused(companyId: string, userId: string, paused: boolean): Promise<UserRow | undefined> {
  const change = paused ? { set: { paused } } : { remove: ['paused'] as const }
  const after = await unlessRefused(updateOne(USERS.change({ companyId, userId }, change)))
  return after && userRow.parse(after)
}

/**
 * Returns a condition, labelled `receiver`: the user is online, not paused and in the queues that
 * were read.
 */
export const mayBeGiven = ({ companyId, id: userId, queueIds }: UserRow): Write =>
  check(
    'receiver',
    USERS.check(
      { companyId, userId },
      {
        when: is => [is.above('onlineUntil', Date.now()), is.absent('paused'), is.equal('queueIds', [...queueIds])],
      },
    ),
  )

/**
 * Returns a condition, labelled `away`: the user exists and has been offline since `at` (epoch ms).
 */
export const isAwaySince = (companyId: string, userId: string, at: number): Write =>
  check('away', USERS.check({ companyId, userId }, { when: is => [is.atMost('onlineUntil', at)] }))

/**
 * Marks a user online until `until` (epoch ms; the current time: offline from now on) and returns
 * the user, or undefined if there is none.
 */
export async function setOnline(companyId: string, userId: string, until: number): Promise<UserRow | undefined> {
  const after = await unlessRefused(updateOne(USERS.change({ companyId, userId }, { set: { onlineUntil: until } })))
  return after && userRow.parse(after)
}

/** Removes a deleted queue from all users; returns the changed users. */
export async function dropQueueFromUsers(companyId: string, queueId: string): Promise<UserRow[]> {
  const concerned = (await listUsers(companyId)).filter(user => user.queueIds.includes(queueId))
  return Promise.all(
    concerned.map(async user => {
      const queueIds = user.queueIds.filter(id => id !== queueId)
      await updateOne(USERS.change({ companyId, userId: user.id }, { set: { queueIds } }))
      forget(user)
      return { ...user, queueIds }
    }),
  )
}

/** Removes a deleted connection from the users who had it as default; returns those users. */
export async function dropWhatsappFromUsers(companyId: string, whatsappId: string): Promise<UserRow[]> {
  const concerned = (await listUsers(companyId)).filter(user => user.whatsappId === whatsappId)
  await Promise.all(
    concerned.map(async user => {
      await updateOne(USERS.change({ companyId, userId: user.id }, { remove: ['whatsappId'] }))
      forget(user)
    }),
  )
  return concerned.map(user => ({ ...user, whatsappId: null }))
}
