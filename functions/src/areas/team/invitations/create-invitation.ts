import type { team } from '@balcao/shared/api/index.ts'
import type { Handlers } from '@balcao/shared/api-contract/handlers.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { languageOf } from '@balcao/shared/rules/language.ts'
import { requireWhatsapp } from '../../../data/channels/whatsapp.ts'
import { planOf } from '../../../data/company/company.ts'
import { createRow, newRow } from '../../../data/table/small-list.ts'
import { findByEmail } from '../../../data/table/unique.ts'
import { INVITATIONS, type InvitationRow, reserveUserPlace, showInvitation } from '../../../data/team/invitation.ts'
import { requireQueues } from '../../../data/team/queue.ts'
import { requireUser } from '../../../data/team/user.ts'
import { timerWrite } from '../../../data/timers/timer.ts'
import type { HttpContexts } from '../../../http/context.ts'
import { publishRow } from '../../../messaging/publish-row.ts'
import { refuseSupport } from '../../account/refuse-support.ts'
import { countEmail, emailTimes, sendInvitationEmail } from './send-invitation-email.ts'

/**
 * Creates an invitation. It takes a place of the plan until it expires or is withdrawn: of two at
 * the limit, one succeeds.
 */
export const createInvitation: Handlers<typeof team, HttpContexts>['invitations']['create'] = async (ctx, { body }) => {
  const { companyId, actor } = ctx
  refuseSupport(actor)
  const { language = languageOf(ctx.headers['accept-language']), ...fields } = body
  const [plan, by, owner] = await Promise.all([
    planOf(companyId),
    requireUser(companyId, actor.userId),
    findByEmail(fields.email),
    requireQueues(companyId, fields.queueIds),
    fields.whatsappId ? requireWhatsapp(companyId, fields.whatsappId, true) : undefined,
  ])
  if (owner) throw new AppError('ERR_EMAIL_ALREADY_EXISTS')
  const row = newRow<InvitationRow>({
    ...fields,
    ...emailTimes(),
    queueIds: [...new Set(fields.queueIds)],
    language,
    invitedBy: { id: by.id, name: by.name },
    hasSeat: true,
  })
  await countEmail(companyId, row.id)
  await createRow(companyId, INVITATIONS, row, {
    writes: [reserveUserPlace(companyId, plan.users), expiryOf(companyId, row)],
    refusals: { usage: 'ERR_PLAN_LIMIT' },
  })
  await sendInvitationEmail(ctx, row)
  const shown = showInvitation(row)
  await publishRow(companyId, 'invitation', 'create', shown)
  return shown
}

/** Returns the timer of its expiry. */
export const expiryOf = (companyId: string, { id, goodUntil }: Pick<InvitationRow, 'id' | 'goodUntil'>) =>
  timerWrite({
    type: 'expireInvitation',
    companyId,
    invitationId: id,
    expiresAt: goodUntil,
    dueAt: Date.parse(goodUntil),
  })
