import type { team } from '@balcao/shared/api/index.ts'
import type { Handlers } from '@balcao/shared/contract/handlers.ts'
import { dropCode } from '../../../data/account/letter-code.ts'
import { deleteRow, getRow } from '../../../data/table/small-list.ts'
import { INVITATIONS, invitationCode, leaveSeat } from '../../../data/team/invitation.ts'
import type { HttpContexts } from '../../../http/context.ts'
import { tellGone } from '../../../messaging/tell-row.ts'

/** Withdraws an invitation: its link stops working and its place in the plan is free, at once. */
export const removeInvitation: Handlers<typeof team, HttpContexts>['invitations']['remove'] = async (
  { companyId, audit },
  { params: { id } },
) => {
  const row = await getRow(companyId, INVITATIONS, id, true)
  if (!row) return
  const writes = [...leaveSeat(companyId, row), dropCode(invitationCode(companyId, id))]
  if (!(await deleteRow(companyId, INVITATIONS, row, { writes }))) return
  audit({ name: row.name })
  await tellGone(companyId, 'invitation', id)
}
