import type { UserRow } from '../../data/team/user.ts'
import { writeAudit } from '../../http/audit.ts'
import type { PublicContext } from '../../http/context.ts'

/** Placeholder whose rows are read for an e-mail that no user has. */
export const NOBODY = {
  companyId: '00000000-0000-7000-8000-000000000000',
  userId: '00000000-0000-7000-8000-000000000000',
}

/**
 * Records a refused sign-in in the company's log. For an unknown e-mail it writes the same entry in
 * nobody's log each time: it takes as long.
 */
export const recordRefusal = (ctx: PublicContext, user: UserRow | undefined): Promise<void> =>
  writeAudit(
    ctx,
    user?.companyId ?? NOBODY.companyId,
    { action: 'session.signInRefused', user: { id: user?.id ?? NOBODY.userId, name: user?.name ?? '' } },
    user ? undefined : NOBODY.userId,
  )
