import type { UserRow } from '../../data/team/user.ts'
import { writeAudit } from '../../http/audit.ts'
import type { PublicContext } from '../../http/context.ts'

/** Whose rows are read for an e-mail that nobody has. */
export const NOBODY = {
  companyId: '00000000-0000-7000-8000-000000000000',
  userId: '00000000-0000-7000-8000-000000000000',
}

/** Into the log of the company. Of nobody's e-mail too, always the same entry in nobody's log: it takes as long. */
export const recordRefusal = (ctx: PublicContext, user: UserRow | undefined): Promise<void> =>
  writeAudit(
    ctx,
    user?.companyId ?? NOBODY.companyId,
    { action: 'session.signInRefused', user: { id: user?.id ?? NOBODY.userId, name: user?.name ?? '' } },
    user ? undefined : NOBODY.userId,
  )
