import type { Timer } from '@balcao/shared/events/queues.ts'
import { dropCode } from '../../data/account/email-code.ts'
import { changeRow, getRow } from '../../data/table/small-list.ts'
import { INVITATIONS, invitationCode, releaseUserPlace, showInvitation } from '../../data/team/invitation.ts'
import { publishRow } from '../../messaging/publish-row.ts'

type Due = Extract<Timer, { type: 'expireInvitation' }>

/**
 * Frees the place in the plan of an invitation whose link has expired. The row stays, to be sent
 * again or withdrawn.
 */
export async function expireInvitation({ companyId, invitationId, expiresAt }: Due): Promise<void> {
  const row = await getRow(companyId, INVITATIONS, invitationId, true)
  if (!row?.hasSeat || row.goodUntil !== expiresAt) return
  const after = await changeRow(
    companyId,
    INVITATIONS,
    row,
    { hasSeat: false },
    { writes: [...releaseUserPlace(companyId, row), dropCode(invitationCode(companyId, invitationId))] },
  )
  await publishRow(companyId, 'invitation', 'update', showInvitation(after))
}
