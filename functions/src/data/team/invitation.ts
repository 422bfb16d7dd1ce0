import type { Invitation } from '@balcao/shared/entities/invitation.ts'
import { type CodeKey, newCode } from '../account/letter-code.ts'
import { usageChange } from '../company/usage.ts'
import type { SmallList } from '../table/small-list.ts'
import type { Write } from '../table/transact.ts'

/** How long the link of an invitation is good. */
export const INVITATION_DAYS = 7

/** An invitation as it lies in the table. */
export type InvitationRow = Omit<Invitation, 'isExpired' | 'expiresAt'> & {
  /** Of the last letter. `expiresAt` on the wire, a name that stands for seconds in the table. */
  goodUntil: string
  /** Counts as a user of the plan. */
  hasSeat: boolean
}

/** Of a company: one per address. Their order is that of the names. */
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
  const { goodUntil, hasSeat: _, ...rest } = row
  return { ...rest, expiresAt: goodUntil, isExpired: !isGood(row) }
}

export const invitationCode = (companyId: string, id: string): CodeKey => ({
  companyId,
  kind: 'invitation',
  holder: id,
})

/** Makes the code of an invitation's letter, good as long as the invitation. */
export const newInvitationCode = (companyId: string, { id, goodUntil }: InvitationRow): Promise<string> =>
  newCode(invitationCode(companyId, id), Math.ceil((Date.parse(goodUntil) - Date.now()) / 60_000))

/** The write that takes a seat of the plan, while there are fewer than `limit`. */
export const takeSeat = (companyId: string, limit: number): Write =>
  usageChange(companyId, { add: { users: 1, invited: 1 }, below: { users: limit } })

/** The writes that give it back, when there is one. */
export const leaveSeat = (companyId: string, { hasSeat }: InvitationRow): Write[] =>
  hasSeat ? [usageChange(companyId, { add: { users: -1, invited: -1 } })] : []
