import type { account } from '@balcao/shared/api/index.ts'
import type { Handlers } from '@balcao/shared/api-contract/handlers.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { newId } from '@balcao/shared/ids.ts'
import { auditWrite } from '../../../data/account/audit.ts'
import { useCode } from '../../../data/account/email-code.ts'
import { getWhatsapp } from '../../../data/channels/whatsapp.ts'
import { usageChange } from '../../../data/company/usage.ts'
import { deleteRow } from '../../../data/table/small-list.ts'
import { INVITATIONS, type InvitationRow, invitationCode } from '../../../data/team/invitation.ts'
import { listQueues } from '../../../data/team/queue.ts'
import { requireUser, toWireUser, userWrites } from '../../../data/team/user.ts'
import type { HttpContexts } from '../../../http/context.ts'
import { hashPassword } from '../../../http/password.ts'
import { publishRowDeleted } from '../../../messaging/publish-row.ts'
import { publish } from '../../../realtime/publish.ts'
import { refuseWeakPassword } from '../../team/users/refuse-weak-password.ts'
import { openInvitation } from './open-invitation.ts'

/**
 * Turns the invitation into a user, in one transaction with the end of its code, so of two calls
 * only one creates a user. Its place in the plan was reserved when it was sent. Nothing is derived
 * before the code was right. Queues and other rows it names that were deleted are left out.
 */
export const acceptInvitation: Handlers<typeof account, HttpContexts>['invitation']['accept'] = async (
  ctx,
  { body },
) => {
  const { given, row } = await openInvitation(ctx.sourceIp, body.token)
  const { companyId, code } = given
  await refuseWeakPassword(companyId, body.password, { name: body.name, email: row.email })
  const [rights, passwordHash] = await Promise.all([rightsOf(companyId, row), hashPassword(body.password)])
  const user = { ...rights, id: row.userId ?? newId(), name: body.name, email: row.email, passwordHash }
  const made = {
    action: 'user.create' as const,
    subjectId: user.id,
    name: user.name,
    user: { id: user.id, name: user.name },
    address: ctx.sourceIp,
  }
  const admins = row.profile === 'admin' ? { admins: 1 } : {}
  const isIn = await deleteRow(companyId, INVITATIONS, row, {
    writes: [
      useCode(invitationCode(companyId, row.id), code),
      usageChange(companyId, { add: { invited: -1, ...admins } }),
      ...userWrites(companyId, user),
      auditWrite(companyId, made),
    ],
    refusals: { code: 'ERR_INVITATION_CODE', email: 'ERR_EMAIL_ALREADY_EXISTS' },
  }).catch((error: unknown) => {
    // It was sent again, or expired, in between.
    if (error instanceof AppError && error.code === 'ERR_CONFLICT') return false
    throw error
  })
  if (!isIn) throw new AppError('ERR_INVITATION_CODE')
  const [created, queues] = await Promise.all([requireUser(companyId, user.id, true), listQueues(companyId)])
  await publish(companyId, 'user', { action: 'create', user: toWireUser(created, queues) })
  await publishRowDeleted(companyId, 'invitation', row.id)
  return { email: row.email }
}

async function rightsOf(companyId: string, { profile, allTicket, queueIds, whatsappId, accessHours }: InvitationRow) {
  const [queues, connection] = await Promise.all([
    listQueues(companyId),
    whatsappId ? getWhatsapp(companyId, whatsappId) : undefined,
  ])
  return {
    profile,
    allTicket,
    queueIds: queueIds.filter(id => queues.some(queue => queue.id === id)),
    whatsappId: connection?.id ?? null,
    ...(accessHours ? { accessHours } : {}),
  }
}
