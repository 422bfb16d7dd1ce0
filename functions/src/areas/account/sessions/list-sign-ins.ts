import type { AuditEntry } from '@balcao/shared/entities/audit-entry.ts'
import { SIGN_IN_DAYS, SIGN_INS_SHOWN, type SignIn } from '@balcao/shared/entities/sign-in.ts'
import { listAudit } from '../../../data/account/audit.ts'
import { getSession } from '../../../data/account/session.ts'
import type { Operations } from '../operations.ts'

/** Returns the user's sign-ins from the audit log, where they are a partition of their own. */
export const listSignIns: Operations['sessions']['list'] = async ({ companyId, actor }) => {
  const filter = { subject: 'session', userId: actor.userId, from: Date.now() - SIGN_IN_DAYS * 86_400_000 } as const
  const [{ entries }, session] = await Promise.all([
    // A sign-in and its end are an entry each.
    listAudit(companyId, filter, { limit: 2 * SIGN_INS_SHOWN }),
    getSession(companyId, actor.userId),
  ])
  const signIns = outcomesOf(entries, session?.sessionId).slice(0, SIGN_INS_SHOWN)
  return { signIns, since: session?.createdAt ?? new Date().toISOString() }
}

/** Returns the outcome of each sign-in, from the entries after it. `entries`: newest first. */
function outcomesOf(entries: readonly AuditEntry[], live: string | undefined): SignIn[] {
  const signedOut = new Map(
    entries.flatMap(({ verb, subjectId, at }) => (verb === 'signOut' && subjectId ? [[subjectId, at]] : [])),
  )
  let next: string | null = null
  return entries.flatMap(({ id, at, verb, subjectId, address, browser }): SignIn[] => {
    const shown = { id, at, address, browser }
    if (verb === 'signInRefused') return [{ ...shown, outcome: 'refused', endedAt: null }]
    if (verb !== 'signIn') return []
    const replacedAt = next
    next = at
    if (subjectId === live) return [{ ...shown, outcome: 'live', endedAt: null }]
    const endedAt = subjectId ? (signedOut.get(subjectId) ?? null) : null
    if (endedAt) return [{ ...shown, outcome: 'signedOut', endedAt }]
    return [{ ...shown, outcome: replacedAt ? 'replaced' : 'over', endedAt: replacedAt }]
  })
}
