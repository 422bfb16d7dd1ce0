import type { team } from '@balcao/shared/api/index.ts'
import type { Handlers } from '@balcao/shared/api-contract/handlers.ts'
import { dropCode } from '../../../data/account/email-code.ts'
import { deleteRow, getRow } from '../../../data/table/small-list.ts'
import { INVITATIONS, invitationCode, releaseUserPlace } from '../../../data/team/invitation.ts'
import type { HttpContexts } from '../../../http/context.ts'
import { publishRowDeleted } from '../../../messaging/publish-row.ts'

/** Withdraws an invitation: its link stops working and its place in the plan is free, at once. */
export const removeInvitation: Handlers<typeof team, HttpContexts>['invitations']['remove'] = async (
  { companyId, audit },
  { params: { id } },
) => {
  const row = await getRow(companyId, INVITATIONS, id, true)
  if (!row) return
  const writes = [...releaseUserPlace(companyId, row), dropCode(invitationCode(companyId, id))]
  if (!(await deleteRow(companyId, INVITATIONS, row, { writes }))) return
  audit({ name: row.name })
  await publishRowDeleted(companyId, 'invitation', id)
}
