import type { team } from '@balcao/shared/api/index.ts'
import type { Handlers } from '@balcao/shared/api-contract/handlers.ts'
import { dropCode } from '../../../data/account/email-code.ts'
import { planOf } from '../../../data/company/company.ts'
import { changeRow, requireRow } from '../../../data/table/small-list.ts'
import { INVITATIONS, invitationCode, reserveUserPlace, showInvitation } from '../../../data/team/invitation.ts'
import type { HttpContexts } from '../../../http/context.ts'
import { publishRow } from '../../../messaging/publish-row.ts'
import { expiryOf } from './create-invitation.ts'
import { countEmail, emailTimes, sendInvitationEmail } from './send-invitation-email.ts'

/** Sends an invitation again, also an expired one, which takes a place of the plan again. */
export const sendInvitation: Handlers<typeof team, HttpContexts>['invitations']['send'] = async (ctx, { params }) => {
  const { companyId } = ctx
  const [before, plan] = await Promise.all([requireRow(companyId, INVITATIONS, params.id, true), planOf(companyId)])
  await countEmail(companyId, before.id)
  const times = emailTimes()
  const row = await changeRow(
    companyId,
    INVITATIONS,
    before,
    { ...times, hasSeat: true },
    {
      writes: [
        ...(before.hasSeat ? [] : [reserveUserPlace(companyId, plan.users)]),
        dropCode(invitationCode(companyId, before.id)),
        expiryOf(companyId, { ...before, ...times }),
      ],
      refusals: { usage: 'ERR_PLAN_LIMIT' },
    },
  )
  await sendInvitationEmail(ctx, row)
  const shown = showInvitation(row)
  await publishRow(companyId, 'invitation', 'update', shown)
  return shown
}
