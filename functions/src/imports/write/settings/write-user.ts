import { AppError } from '@balcao/shared/errors.ts'
import { cutText } from '@balcao/shared/rules/cut-text.ts'
import type { ImportedUser } from '@balcao/shared/rules/imports/record.ts'
import { planOf } from '../../../data/company/company.ts'
import { type ImportedRow, importedId } from '../../../data/imports/imported-row.ts'
import { createRow, everyRow } from '../../../data/table/small-list.ts'
import { findByEmail } from '../../../data/table/unique.ts'
import { INVITATIONS, type InvitationRow, reserveUserPlace } from '../../../data/team/invitation.ts'
import { getUser } from '../../../data/team/user.ts'
import { ledgerFor } from '../ledger-for.ts'
import type { WriteContext } from '../write-context.ts'
import { invitationTimes, inviteByEmail } from './invite-by-email.ts'
import { idOf, instantsOf, join, type Made, origin, outcomeOf } from './setting.ts'

/**
 * Writes a user as an invitation: nobody brings a password along. Without the wish to invite it is
 * an expired one, which takes no place of the plan and can be sent later; the user who accepts it
 * gets the id that tickets and messages name already.
 */
export async function writeUser(
  context: WriteContext,
  record: ImportedUser,
  known: ImportedRow | undefined,
): Promise<Made> {
  const { companyId } = context
  const { id: sourceId } = record.source
  const remember = (id: string, name: string) => context.users.set(sourceId, { id, name })
  if (known) {
    remember(known.id, (await getUser(companyId, known.id))?.name ?? record.name)
    return { outcome: outcomeOf(context, known) }
  }
  const owner = await findByEmail(record.email)
  if (owner?.companyId === companyId) {
    remember(owner.userId, (await getUser(companyId, owner.userId))?.name ?? record.name)
    return join(context, record, owner.userId)
  }
  const invited = (await everyRow(companyId, INVITATIONS, { consistent: true })).find(
    ({ email }) => email === record.email,
  )
  if (invited?.userId) {
    remember(invited.userId, invited.name)
    return join(context, record, invited.userId)
  }
  const id = idOf(context, record)
  remember(id, record.name)
  // The address is somebody's in another company, or was invited before: only the name comes along.
  if (owner || invited) {
    await join(context, record, id)
    return { outcome: 'there', changes: [{ reason: 'emailTaken', detail: record.email }] }
  }
  const plan = await planOf(companyId)
  const row = (hasSeat: boolean): InvitationRow & { importedFrom: string } => ({
    id: importedId(context, 'invitation', sourceId, record.createdAt),
    userId: id,
    name: cutText(record.name, 100),
    email: record.email,
    profile: record.profile,
    whatsappId: null,
    queueIds: record.queueIds.flatMap(queueId => context.queues.get(queueId)?.id ?? []),
    allTicket: record.allTicket ? 'enabled' : 'disabled',
    language: 'pt',
    ...(record.accessHours.length > 0 ? { accessHours: record.accessHours } : {}),
    invitedBy: context.startedBy,
    ...invitationTimes(hasSeat),
    hasSeat,
    ...instantsOf(record.createdAt),
    ...origin(context, sourceId),
  })
  const ledger = ledgerFor(context, record.kind, record.source.id, id)
  if (context.invite) {
    try {
      await inviteByEmail(companyId, row(true), [ledger, reserveUserPlace(companyId, plan.users)])
      return { outcome: 'taken' }
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'ERR_PLAN_LIMIT') throw error
    }
  }
  await createRow(companyId, INVITATIONS, row(false), { writes: [ledger] })
  return { outcome: 'taken', ...(context.invite ? { changes: [{ reason: 'notInvited' as const }] } : {}) }
}
