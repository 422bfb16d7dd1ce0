import { PROFILES, type Profile, USER_RIGHTS, type UserRight } from '@balcao/shared/access.ts'
import type { QueueRef } from '@balcao/shared/entities/queue.ts'
import type { User } from '@balcao/shared/entities/user.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { Entity, type EntityItem } from 'electrodb'
import { dropPreferences } from '../account/preferences.ts'
import { dropSecondFactor } from '../account/second-factor.ts'
import { endOfSession, forgetSession, keptRights, type NewSession, startOfSession } from '../account/session.ts'
import { getUsage, usageChange } from '../company/usage.ts'
import { documentClient, tableName } from '../table/client.ts'
import { index, model, type TableKey } from '../table/entity.ts'
import { foldName } from '../table/fold.ts'
import { fromQuery, type PageOptions, pageOf } from '../table/page.ts'
import { isRefused } from '../table/refused.ts'
import { remember } from '../table/remember.ts'
import { check, put, remove, transact, update, type Write, WriteRefused } from '../table/transact.ts'
import { claimEmail, releaseEmail } from '../table/unique.ts'

const UserEntity = new Entity({
  model: model('user'),
  attributes: {
    companyId: { type: 'string', required: true },
    userId: { type: 'string', required: true },
    name: { type: 'string', required: true },
    /** Folded; orders the list. */
    nameKey: { type: 'string', required: true },
    email: { type: 'string', required: true },
    /** Nobody has answered a letter to it yet; absent: somebody did, or an admin vouches for it. */
    unconfirmed: { type: 'boolean' },
    /** The address that takes its place once a letter to it is answered. */
    pendingEmail: { type: 'string' },
    profile: { type: PROFILES, required: true },
    super: { type: 'boolean', required: true },
    whatsappId: { type: 'string' },
    queueIds: { type: 'list', items: { type: 'string' }, required: true },
    allTicket: { type: ['enabled', 'disabled'] as const, required: true },
    /** Named rights; absent in rows from before there were any, whose users have them all. */
    permissions: { type: 'list', items: { type: 'string' } },
    /** Epoch ms until which the user counts as online. */
    onlineUntil: { type: 'number', required: true },
    createdAt: { type: 'string', required: true },
    updatedAt: { type: 'string', required: true },
  },
  indexes: {
    byId: index(
      'main',
      { composite: ['companyId'], template: '${companyId}#user' },
      { composite: ['userId'], template: 'user#${userId}' },
    ),
    byName: index(
      'gsi1',
      { composite: ['companyId'], template: '${companyId}#users' },
      { composite: ['nameKey', 'userId'], template: '${nameKey}#${userId}' },
    ),
  },
})

/** Apart from the user, so that no list ever reads a hash. */
const CredentialEntity = new Entity({
  model: model('credential'),
  attributes: {
    companyId: { type: 'string', required: true },
    userId: { type: 'string', required: true },
    passwordHash: { type: 'string', required: true },
  },
  indexes: {
    byUser: index(
      'main',
      { composite: ['companyId'], template: '${companyId}#credential' },
      { composite: ['userId'], template: 'user#${userId}' },
    ),
  },
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
  /** Epoch ms. */
  onlineUntil: number
  createdAt: string
  updatedAt: string
}

const options = () => ({ client: documentClient(), table: tableName() })

const toUser = ({ userId, nameKey: _, unconfirmed, ...row }: EntityItem<typeof UserEntity>): UserRow => ({
  ...row,
  id: userId,
  emailConfirmed: unconfirmed !== true,
  pendingEmail: row.pendingEmail ?? null,
  whatsappId: row.whatsappId ?? null,
  permissions: keptRights(row.permissions),
})

/** The wire shape; `queues` are all of the company's. */
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
  createdAt: user.createdAt,
  updatedAt: user.updatedAt,
})

export const isOnline = (user: UserRow): boolean => user.onlineUntil > Date.now()

export async function getUser(companyId: string, userId: string, consistent = false): Promise<UserRow | undefined> {
  const { data } = await UserEntity.get({ companyId, userId }).go({ ...options(), consistent })
  return data ? toUser(data) : undefined
}

/** Where the rows of a user and of their password lie (the entities' templates, written out), and what they say, for reads of several rows at once. */
export const userRow = {
  key: (companyId: string, userId: string): TableKey => ({ pk: `${companyId}#user`, sk: `user#${userId}` }),
  parse: (item: object): UserRow | undefined => {
    const { data } = UserEntity.parse({ Item: item })
    return data ? toUser(data) : undefined
  },
}
export const credentialRow = {
  key: (companyId: string, userId: string): TableKey => ({ pk: `${companyId}#credential`, sk: `user#${userId}` }),
  parse: (item: object): string | undefined => CredentialEntity.parse({ Item: item }).data?.passwordHash,
}

/** A burst of calls by one user reads their row once; what an admin changed counts this much later. */
const recent = remember<UserRow | undefined>(250)

/** Who calls, a quarter of a second old at most. */
export const getCaller = (companyId: string, userId: string): Promise<UserRow | undefined> =>
  recent.get(`${companyId}#${userId}`, () => getUser(companyId, userId))

const forget = ({ companyId, id }: Pick<UserRow, 'companyId' | 'id'>) => recent.forget(`${companyId}#${id}`)

/** Throws ERR_NO_USER_FOUND. */
export async function requireUser(companyId: string, userId: string, consistent = false): Promise<UserRow> {
  const user = await getUser(companyId, userId, consistent)
  if (!user) throw new AppError('ERR_NO_USER_FOUND')
  return user
}

/** Every user of the company, by name. As many as the plan allows, so one read or two. */
export async function listUsers(companyId: string): Promise<UserRow[]> {
  const { data } = await UserEntity.query.byName({ companyId }).go({ ...options(), pages: 'all' })
  return data.map(toUser)
}

const USER_ATTRIBUTES = [
  'companyId',
  'userId',
  'name',
  'nameKey',
  'email',
  'unconfirmed',
  'pendingEmail',
  'profile',
  'super',
  'whatsappId',
  'queueIds',
  'allTicket',
  'permissions',
  'onlineUntil',
  'createdAt',
  'updatedAt',
] as const

/** Rows read at once to look for a text in them. */
const SEARCHED = 100

type Position = { nameKey: string; userId: string }
type Stored = EntityItem<typeof UserEntity>

/**
 * A page of users by name; `searchParam` is looked for in name and e-mail. Throws ERR_INVALID_CURSOR.
 * @param options.operators whether who runs the installation is among them
 * @param weigh bytes of a user in the answer
 */
export async function pageOfUsers(
  companyId: string,
  { searchParam, operators, ...options }: PageOptions & { searchParam: string; operators: boolean },
  weigh: (user: UserRow) => number,
): Promise<{ users: UserRow[]; count: number; hasMore: boolean; nextCursor: string | null }> {
  const wanted = foldName(searchParam)
  const usage = getUsage(companyId)
  // Awaited at the end; should the pages fail first, nobody waits for it.
  usage.catch(() => undefined)
  const byName = fromQuery(
    from => {
      const query = UserEntity.query.byName({ companyId })
      return from ? query.gt(from as Position) : query
    },
    {
      attributes: USER_ATTRIBUTES,
      order: 'asc',
      toRow: (item: Stored) => item,
      positionOf: ({ nameKey, userId }): Position => ({ nameKey, userId }),
    },
  )
  const { rows, before, hasMore, nextCursor } = await pageOf(
    companyId,
    `users|${operators}|${wanted}`,
    // Few of them pass, and a company has some hundreds.
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
  /** None unless given. */
  permissions?: readonly UserRight[]
  /** A letter to the address is to be answered. */
  unconfirmed?: true
}

const rowOf = (companyId: string, user: NewUser) => {
  const now = new Date().toISOString()
  return {
    companyId,
    userId: user.id,
    name: user.name,
    nameKey: foldName(user.name),
    email: user.email,
    ...(user.unconfirmed ? { unconfirmed: true } : {}),
    profile: user.profile,
    super: user.super ?? false,
    ...(user.whatsappId ? { whatsappId: user.whatsappId } : {}),
    queueIds: user.queueIds ?? [],
    allTicket: user.allTicket ?? ('disabled' as const),
    permissions: [...(user.permissions ?? [])],
    onlineUntil: 0,
    createdAt: now,
    updatedAt: now,
  }
}

/** The writes that make a user, without the count. */
export const userWrites = (companyId: string, user: NewUser): Write[] => [
  put('user', UserEntity.create(rowOf(companyId, user)).params({ table: tableName() })),
  put(
    'credential',
    CredentialEntity.create({ companyId, userId: user.id, passwordHash: user.passwordHash }).params({
      table: tableName(),
    }),
  ),
  claimEmail(user.email, companyId, user.id),
]

/** Throws ERR_EMAIL_ALREADY_EXISTS, or ERR_PLAN_LIMIT when the company has `limit` users already. */
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

/** Makes somebody a super user of the installation: what the operator does by hand, and no call. */
export async function raiseToSuper(companyId: string, userId: string): Promise<void> {
  await UserEntity.patch({ companyId, userId }).set({ super: true, updatedAt: new Date().toISOString() }).go(options())
  forget({ companyId, id: userId })
}

/** Returns named rights as a row stores them. */
const storedRights = ({ permissions }: { permissions: readonly UserRight[] }): string[] => [...permissions]

/** Returns the condition that a row still has these named rights: a row without the attribute has all of them. */
const stillPermitted = (permissions: readonly UserRight[], equal: string, absent: string): string =>
  USER_RIGHTS.every(right => permissions.includes(right)) ? `(${equal} OR ${absent})` : equal

export type UserChange = Partial<
  Pick<
    UserRow,
    'name' | 'email' | 'pendingEmail' | 'profile' | 'whatsappId' | 'queueIds' | 'allTicket' | 'permissions'
  > & {
    passwordHash: string
  }
>

type Circumstances = {
  /** Hash of the password that was shown to be known: still theirs, or nothing is changed. */
  provenHash?: string
  /** Takes the place of whatever session the user has, or null ends it, in the same transaction. */
  session?: NewSession | null
}

/**
 * Changes a user as read in `before`. Another `email` counts at once, and needs no letter. Throws ERR_EMAIL_ALREADY_EXISTS, ERR_LAST_ADMIN, or ERR_CONFLICT when e-mail,
 * profile or named rights changed since, or the password that was proven.
 */
export async function changeUser(
  before: UserRow,
  change: UserChange,
  { provenHash, session }: Circumstances = {},
): Promise<UserRow> {
  const { companyId, id: userId } = before
  const { passwordHash, whatsappId, pendingEmail, permissions, ...others } = change
  const fields = { ...others, ...(permissions ? { permissions: [...permissions] } : {}) }
  const updatedAt = new Date().toISOString()
  const emailChanges = fields.email !== undefined && fields.email !== before.email
  const forgotten = [
    ...(whatsappId === null ? (['whatsappId'] as const) : []),
    ...(pendingEmail === null || emailChanges ? (['pendingEmail'] as const) : []),
    ...(emailChanges ? (['unconfirmed'] as const) : []),
  ]
  const admins = adminsDelta(before.profile, fields.profile ?? before.profile)
  const patch = UserEntity.patch({ companyId, userId })
    .set({
      ...fields,
      ...(fields.name !== undefined ? { nameKey: foldName(fields.name) } : {}),
      ...(whatsappId ? { whatsappId } : {}),
      ...(pendingEmail && !emailChanges ? { pendingEmail } : {}),
      updatedAt,
    })
    .remove(forgotten)
    .where((row, is) =>
      [
        is.eq(row.email, before.email),
        is.eq(row.profile, before.profile),
        stillPermitted(before.permissions, is.eq(row.permissions, storedRights(before)), is.notExists(row.permissions)),
      ].join(' AND '),
    )
  try {
    await transact(
      [
        update('user', patch.params({ table: tableName() })),
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
    ...(emailChanges
      ? { pendingEmail: null, emailConfirmed: true }
      : pendingEmail !== undefined
        ? { pendingEmail }
        : {}),
    updatedAt,
  }
}

/**
 * A letter to `email`, the user's address or the one they want, was answered. The one they want takes the place of the one before,
 * with `session` in the place of any other (null: none). Throws ERR_EMAIL_ALREADY_EXISTS, ERR_CONFLICT when the user's addresses or
 * role are others by now, and WriteRefused of `along`.
 */
export async function takeUpEmail(
  before: UserRow,
  email: string,
  along: readonly Write[],
  session: NewSession | null,
): Promise<UserRow> {
  const { companyId, id: userId } = before
  const changes = email !== before.email
  const updatedAt = new Date().toISOString()
  const patch = UserEntity.patch({ companyId, userId })
    .set({ ...(changes ? { email } : {}), updatedAt })
    .remove(changes ? ['unconfirmed', 'pendingEmail'] : ['unconfirmed'])
    .where((row, is) =>
      [
        is.eq(row.email, before.email),
        ...(changes ? [is.eq(row.pendingEmail, email)] : []),
        // Its rights are those of the row, or it would outlive a role that was taken away.
        ...(changes && session
          ? [
              is.eq(row.profile, session.profile),
              stillPermitted(
                session.permissions,
                is.eq(row.permissions, storedRights(session)),
                is.notExists(row.permissions),
              ),
            ]
          : []),
      ].join(' AND '),
    )
  try {
    await transact(
      [
        update('user', patch.params({ table: tableName() })),
        ...along,
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

/** With `provenHash` a new password takes only that one's place; without a new one, that one has to be there. */
function credentialWrites(
  companyId: string,
  userId: string,
  passwordHash: string | undefined,
  provenHash: string | undefined,
): Write[] {
  if (passwordHash === undefined) return provenHash === undefined ? [] : [passwordIs(companyId, userId, provenHash)]
  const write = CredentialEntity.put({ companyId, userId, passwordHash })
  const params =
    provenHash === undefined ? write : write.where((credential, is) => is.eq(credential.passwordHash, provenHash))
  return [put('credential', params.params({ table: tableName() }))]
}

/** A write labelled `credential`: the password of a user who is there becomes another one. */
export const newCredential = (companyId: string, userId: string, passwordHash: string): Write =>
  put(
    'credential',
    CredentialEntity.put({ companyId, userId, passwordHash })
      .where((row, is) => is.exists(row.passwordHash))
      .params({ table: tableName() }),
  )

/** A condition labelled `credential`: the user's password has this hash. */
export const passwordIs = (companyId: string, userId: string, passwordHash: string): Write =>
  check('credential', {
    TableName: tableName(),
    Key: credentialRow.key(companyId, userId),
    ConditionExpression: 'passwordHash = :hash',
    ExpressionAttributeValues: { ':hash': passwordHash },
  })

/** A condition labelled `user`: who is there still has the e-mail, role and named rights that were read. */
export const userIsStill = ({ companyId, id: userId, email, profile, permissions }: UserRow): Write =>
  check('user', {
    TableName: tableName(),
    Key: userRow.key(companyId, userId),
    ConditionExpression: `email = :email AND profile = :profile AND ${stillPermitted(
      permissions,
      '#permissions = :permissions',
      'attribute_not_exists(#permissions)',
    )}`,
    // A reserved word of DynamoDB.
    ExpressionAttributeNames: { '#permissions': 'permissions' },
    ExpressionAttributeValues: { ':email': email, ':profile': profile, ':permissions': permissions },
  })

const adminsDelta = (from: Profile, to: Profile): number => Number(to === 'admin') - Number(from === 'admin')

/** Their session ends with them. Throws ERR_LAST_ADMIN. A user who is gone already is no error. */
export async function deleteUser(user: UserRow): Promise<void> {
  const { companyId, id: userId } = user
  const isAdmin = user.profile === 'admin'
  try {
    await transact(
      [
        remove(
          'user',
          UserEntity.remove({ companyId, userId })
            .where((row, is) => `${is.eq(row.email, user.email)} AND ${is.eq(row.profile, user.profile)}`)
            .params({ table: tableName() }),
        ),
        remove('credential', CredentialEntity.delete({ companyId, userId }).params({ table: tableName() })),
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
    if (error instanceof WriteRefused && error.label === 'user') {
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
  const { data } = await CredentialEntity.get({ companyId, userId }).go({ ...options(), consistent: true })
  return data?.passwordHash
}

/** Puts a hash of the same password in the place of another; false when the password was changed meanwhile. */
export async function replacePasswordHash(
  companyId: string,
  userId: string,
  before: string,
  after: string,
): Promise<boolean> {
  try {
    await CredentialEntity.patch({ companyId, userId })
      .set({ passwordHash: after })
      .where((row, is) => is.eq(row.passwordHash, before))
      .go(options())
    return true
  } catch (error) {
    if (isRefused(error)) return false
    throw error
  }
}

/** Marks a user online until `until` (epoch ms; 0 is offline) and answers the user, or undefined when there is none. */
export async function setOnline(companyId: string, userId: string, until: number): Promise<UserRow | undefined> {
  try {
    const { data } = await UserEntity.patch({ companyId, userId })
      .set({ onlineUntil: until })
      .go({ ...options(), response: 'all_new' })
    return toUser(data as EntityItem<typeof UserEntity>)
  } catch (error) {
    if (isRefused(error)) return undefined
    throw error
  }
}

/** Takes a queue that is gone away from whoever had it; answers those users. */
export async function dropQueueFromUsers(companyId: string, queueId: string): Promise<UserRow[]> {
  const concerned = (await listUsers(companyId)).filter(user => user.queueIds.includes(queueId))
  return Promise.all(
    concerned.map(async user => {
      const queueIds = user.queueIds.filter(id => id !== queueId)
      await UserEntity.patch({ companyId, userId: user.id }).set({ queueIds }).go(options())
      forget(user)
      return { ...user, queueIds }
    }),
  )
}

/** Takes a connection that is gone away from whoever had it as the default; answers those users. */
export async function dropWhatsappFromUsers(companyId: string, whatsappId: string): Promise<UserRow[]> {
  const concerned = (await listUsers(companyId)).filter(user => user.whatsappId === whatsappId)
  await Promise.all(
    concerned.map(async user => {
      await UserEntity.patch({ companyId, userId: user.id }).remove(['whatsappId']).go(options())
      forget(user)
    }),
  )
  return concerned.map(user => ({ ...user, whatsappId: null }))
}
