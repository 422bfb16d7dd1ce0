import { mayDo } from '@balcao/shared/access.ts'
import type { team } from '@balcao/shared/api/index.ts'
import type { Handlers } from '@balcao/shared/api-contract/handlers.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { newId } from '@balcao/shared/ids.ts'
import { takeAttemptSlot } from '../../../data/account/login-attempt.ts'
import { changeSessionRights, type NewSession, rightsOf } from '../../../data/account/session.ts'
import { requireWhatsapp } from '../../../data/channels/whatsapp.ts'
import { getSettings, shownSettings, showSetting } from '../../../data/company/setting.ts'
import { changeSocketRights } from '../../../data/realtime/socket.ts'
import { definedFields } from '../../../data/table/defined-fields.ts'
import { findByEmail } from '../../../data/table/unique.ts'
import { listQueues, requireQueues } from '../../../data/team/queue.ts'
import {
  changeUser,
  getPasswordHash,
  isOnline,
  requireUser,
  toWireUser,
  type UserRow,
} from '../../../data/team/user.ts'
import type { HttpContexts, UserContext } from '../../../http/context.ts'
import { hashPassword, isOutdated, verifyPassword } from '../../../http/password.ts'
import { askForTickets } from '../../../messaging/ask-for-tickets.ts'
import { enqueueJob } from '../../../messaging/enqueue.ts'
import { evict } from '../../../realtime/evict.ts'
import { publish } from '../../../realtime/publish.ts'
import { watchAccessHours } from '../../../realtime/watch-access-hours.ts'
import { MAX_EMAILS } from '../../account/email/send-again.ts'
import { emailSignInChanged } from '../../account/email-sign-in-changed.ts'
import { endWithoutSecondFactor } from '../../account/end-without-second-factor.ts'
import { issueSession } from '../../account/issue-session.ts'
import { refuseSupport } from '../../account/refuse-support.ts'
import { sendConfirmation } from '../../account/send-confirmation.ts'
import { refuseWeakPassword } from './refuse-weak-password.ts'
import { requireCurrentPassword } from './require-current-password.ts'

type Update = Handlers<typeof team, HttpContexts>['users']['update']
type Changes = Parameters<Update>[1]['body']

/**
 * Updates a user. People change their own name, e-mail and password; the rest requires an admin. A
 * change of one's own e-mail or password asks for the current password. A new password ends every
 * session; the answer carries the one that goes on. A new e-mail counts once it is confirmed by
 * e-mail; one that an admin sets counts at once. A password, e-mail or role set by another user
 * ends the session. A user who signs in with something else from now on is informed at the old
 * address. Other new rights count at once, in the session and its open sockets.
 */
export const updateUser: Update = async (ctx, { params, body }) => {
  const { companyId, actor } = ctx
  const before = await requireUser(companyId, params.id, true)
  requireRight(ctx, before, body)
  const { password, currentPassword, queueIds, email = before.email, ...others } = body
  const isSelf = before.id === actor.userId
  const wanted = isSelf && email !== before.email ? email : undefined
  const changes = { password: password !== undefined, email: !isSelf && email !== before.email }
  const changesSignIn = changes.password || changes.email
  // A support session must leave no way to come back.
  if (changesSignIn || wanted) refuseSupport(actor)
  // A new session must not bypass the check of the next refresh.
  if (isSelf && changes.password) await endWithoutSecondFactor(ctx, actor, await shownSettings(companyId))
  const provenHash =
    isSelf && (changes.password || wanted) ? await requireCurrentPassword(before, currentPassword) : undefined
  if (wanted) await requireFreeEmail(wanted, before.id)
  const fields = { ...others, ...(wanted ? { pendingEmail: wanted } : { email }) }
  await Promise.all([
    password === undefined
      ? undefined
      : refuseWeakPassword(companyId, password, { name: fields.name ?? before.name, email }),
    queueIds ? requireQueues(companyId, queueIds) : undefined,
    fields.whatsappId ? requireWhatsapp(companyId, fields.whatsappId, true) : undefined,
  ])
  const passwordHash = password === undefined ? undefined : await hashPassword(password)
  const profile = fields.profile ?? before.profile
  const next: NewSession | undefined =
    provenHash === undefined || !changes.password
      ? undefined
      : {
          companyId,
          userId: before.id,
          sessionId: newId(),
          ...rightsOf({ ...before, ...definedFields(fields), profile }),
        }
  const endsSession = !isSelf && (changesSignIn || profile !== before.profile)
  const change = {
    ...fields,
    ...(queueIds ? { queueIds: [...new Set(queueIds)] } : {}),
    ...(passwordHash === undefined ? {} : { passwordHash }),
  }
  const session = next ? { session: next } : endsSession ? { session: null } : {}
  const changed =
    provenHash === undefined
      ? await changeUser(before, change, session)
      : await whileProven(before, currentPassword!, provenHash, proven =>
          changeUser(before, change, { provenHash: proven, ...session }),
        )

  ctx.audit(changes.password ? { action: 'user.changePassword' } : {})
  if (wanted) await sendConfirmation(ctx, companyId, before.id, wanted)
  if (changesSignIn) await emailSignInChanged(ctx, before, { ...changes, byOther: !isSelf })
  if (next || endsSession) await evict(companyId, changed.id, next ? 'replaced' : 'ended')
  else await carryRights(before, changed)
  if (changed.name !== before.name) await enqueueJob({ type: 'rename', companyId, entity: 'user', id: changed.id })
  const queues = await listQueues(companyId)
  const user = toWireUser(changed, queues)
  await publish(companyId, 'user', { action: 'update', user })
  if (!same(before.queueIds, changed.queueIds) && isOnline(changed)) await askForTickets(changed, queues)
  return { ...user, ...(next ? { token: await issueSession(ctx, next) } : {}) }
}

/**
 * Makes a change that the current password allowed. A sign-in may meanwhile store the same password
 * under a newer hash (`isOutdated`).
 * @throws ERR_CONFLICT when it is another password by now
 */
async function whileProven(
  user: UserRow,
  password: string,
  provenHash: string,
  change: (provenHash: string) => Promise<UserRow>,
): Promise<UserRow> {
  try {
    return await change(provenHash)
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'ERR_CONFLICT' || !isOutdated(provenHash)) throw error
    const now = await getPasswordHash(user.companyId, user.id)
    if (now === undefined || now === provenHash || !(await verifyPassword(password, now))) throw error
    return change(now)
  }
}

/**
 * Requires an e-mail that no user has; only its confirmation guards against a conflict for good.
 * E-mails are counted before.
 * @throws ERR_EMAIL_ALREADY_EXISTS, ERR_TOO_MANY_REQUESTS
 */
async function requireFreeEmail(email: string, userId: string): Promise<void> {
  if (await findByEmail(email))
    throw new AppError('ERR_EMAIL_ALREADY_EXISTS', {
      details: [{ path: 'email', code: 'ERR_EMAIL_ALREADY_EXISTS' }],
    })
  const wait = await takeAttemptSlot('confirmation', userId, MAX_EMAILS)
  if (wait > 0) throw new AppError('ERR_TOO_MANY_REQUESTS', { data: { retryAfter: wait } })
}

function requireRight({ actor }: UserContext, user: UserRow, changes: Changes): void {
  const isSelf = user.id === actor.userId
  const refuse = () => new AppError('ERR_NO_PERMISSION')
  // Whoever sets a super user's password could become one.
  if (user.super && !actor.super && !isSelf) throw refuse()
  if (!isSelf && !mayDo('user-modal:editProfile', actor)) throw refuse()
  const mine: UserRow & Record<string, unknown> = user
  const differs = (names: readonly (keyof Changes)[]) =>
    names.some(name => changes[name] !== undefined && !same(changes[name], mine[name]))
  if (differs(['profile', 'whatsappId', 'allTicket', 'permissions']) && !mayDo('user-modal:editProfile', actor))
    throw refuse()
  const differsInHours = changes.accessHours !== undefined && !sameHours(changes.accessHours, user.accessHours)
  if (differsInHours && !mayDo('user-modal:editProfile', actor)) throw refuse()
  if (differs(['queueIds']) && !mayDo('user-modal:editQueues', actor)) throw refuse()
}

/** Compares hours: a form sends back what it was shown. */
const sameHours = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** Compares lists in any order: a form sends back what it was shown. */
const same = (a: unknown, b: unknown): boolean =>
  Array.isArray(a) && Array.isArray(b) ? a.length === b.length && a.every(each => b.includes(each)) : a === b

async function carryRights(before: UserRow, after: UserRow): Promise<void> {
  const { companyId, id } = after
  const work: Promise<void>[] = []
  const hoursChange = !sameHours(before.accessHours, after.accessHours)
  if (before.profile !== after.profile || !same(before.permissions, after.permissions) || hoursChange)
    work.push(changeSessionRights(companyId, id, rightsOf(after)))
  const concernsSockets =
    before.profile !== after.profile ||
    before.name !== after.name ||
    before.allTicket !== after.allTicket ||
    !same(before.permissions, after.permissions) ||
    !same(before.queueIds, after.queueIds)
  if (concernsSockets)
    work.push(
      changeSocketRights(companyId, id, {
        userName: after.name,
        profile: after.profile,
        super: after.super,
        queueIds: after.queueIds,
        permissions: [...after.permissions],
        allTicket: after.allTicket,
      }),
    )
  await Promise.all(work)
  // Their open tabs read everything again: numbers may be masked now, or no more.
  if (!same(before.permissions, after.permissions)) {
    const setting = showSetting('hideNumbers', (await getSettings(companyId)).hideNumbers)
    await publish(companyId, 'settings', { action: 'update', setting }, { userIds: [id] })
  }
  if (hoursChange) await watchAccessHours(after)
}
