import { tryCode } from '../../../data/account/email-code.ts'
import { getRow } from '../../../data/table/small-list.ts'
import { INVITATIONS, invitationCode, isGood } from '../../../data/team/invitation.ts'
import { withEmailCode } from '../with-email-code.ts'

/**
 * Returns the invitation of a token, while it is valid.
 * @throws ERR_INVITATION_CODE, ERR_TOO_MANY_REQUESTS
 */
export const openInvitation = (address: string, token: string) =>
  withEmailCode(address, token, 'ERR_INVITATION_CODE', async ({ companyId, id, code }) => {
    if (!(await tryCode(invitationCode(companyId, id), code))) return undefined
    const row = await getRow(companyId, INVITATIONS, id, true)
    return row && isGood(row) ? { row } : undefined
  })
