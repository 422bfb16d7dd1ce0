import type { Invitation } from '@balcao/shared/entities/invitation.ts'
import type { WeekdaySchedule } from '@balcao/shared/entities/working-hours.ts'
import { type CodeKey, newCode } from '../account/email-code.ts'
import { usageChange } from '../company/usage.ts'
import type { SmallList } from '../table/small-list.ts'
import type { Write } from '../table/transact.ts'

/** Validity of an invitation's link, in days. */
export const INVITATION_DAYS = 7

/** Invitation as stored. */
export type InvitationRow = Omit<Invitation, 'isExpired' | 'expiresAt'> & {
  /**
   * End of validity of the last e-mail. It is `expiresAt` on the wire, a name that means seconds in
   * the table.
   */
  goodUntil: string
  /** True if the invitation counts as a user of the plan. */
  hasSeat: boolean
  /** Id that the user will have: tickets that came from another system name it already. */
  userId?: string
  /** Hours in which the user may be signed in, as another system had them. */
  accessHours?: readonly WeekdaySchedule[]
}

/** Invitations of a company: one per address, ordered by name. */
export const INVITATIONS: SmallList<InvitationRow> = {
  kind: 'invitation',
  missing: 'ERR_NO_INVITATION_FOUND',
  text: ({ name, email }) => `${name} ${email}`,
  unique: ({ email }) => ({ invitationEmail: email }),
  taken: { invitationEmail: 'ERR_INVITATION_ALREADY_EXISTS' },
}

export const isGood = ({ hasSeat, goodUntil }: Pick<InvitationRow, 'hasSeat' | 'goodUntil'>): boolean =>
  hasSeat && Date.parse(goodUntil) > Date.now()

export const showInvitation = (row: InvitationRow): Invitation => {
  const { goodUntil, hasSeat: _, userId: __, accessHours: ___, ...rest } = row
  return { ...rest, expiresAt: goodUntil, isExpired: !isGood(row) }
}

export const invitationCode = (companyId: string, id: string): CodeKey => ({
  companyId,
  kind: 'invitation',
  holder: id,
})

/** Creates the code for an invitation's e-mail, valid as long as the invitation. */
export const newInvitationCode = (companyId: string, { id, goodUntil }: InvitationRow): Promise<string> =>
  newCode(invitationCode(companyId, id), Math.ceil((Date.parse(goodUntil) - Date.now()) / 60_000))

/** Returns the write that takes a seat of the plan, provided that there are fewer than `limit`. */
export const reserveUserPlace = (companyId: string, limit: number): Write =>
  usageChange(companyId, { add: { users: 1, invited: 1 }, below: { users: limit } })

/** Returns the writes that release the seat, if there is one. */
export const releaseUserPlace = (companyId: string, { hasSeat }: InvitationRow): Write[] =>
  hasSeat ? [usageChange(companyId, { add: { users: -1, invited: -1 } })] : []
