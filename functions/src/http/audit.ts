import type { AuditAction } from '@balcao/shared/entities/audit-entry.ts'
import type { FieldChange } from '@balcao/shared/entities/field-change.ts'
import type { UserRef } from '@balcao/shared/entities/user.ts'
import { browserName } from '@balcao/shared/rules/browser-name.ts'
import { type Audited, recordAudit } from '../data/account/audit.ts'
import { getCaller } from '../data/team/user.ts'
import type { Context } from './context.ts'
import type { HttpRequest } from './http-request.ts'
import { logger } from './logger.ts'

/** What an operation tells the audit log of what it has done, beyond what its route and its answer say. */
export type ToldAudit = {
  /** Where it is another than the route's: a change that was of a password. */
  action?: AuditAction
  /** Whose log it is where that is not the caller's company, or nobody is signed in. */
  companyId?: string
  user?: UserRef
  subjectId?: string
  name?: string | undefined
  changes?: readonly FieldChange[]
}

/**
 * Writes what was done into the company's audit log, where the route says that it belongs there, before it is answered: whoever is told
 * that something is done can read who did it. It is a write of its own behind those of the operation (two units; one remembered read of the caller's
 * name): in their transaction it would have to be handed through each of them, and most are more than one. So a process that dies between
 * the two leaves a change without its entry; an entry that the table does not take is logged as an error with all but the names, and the answer
 * stands, since the change does.
 *
 * A removal that found nothing to remove is none: it is written only when the operation told of it, or answers the row.
 */
export const audit = {
  async after(request: HttpRequest): Promise<void> {
    const { route, params } = request.internal.matched!
    if (!route.audit) return
    const { ctx } = request.context.call
    const { told } = request.internal
    const row = (request.response ?? {}) as unknown as Record<string, unknown>
    const isDone = told !== undefined || route.method !== 'DELETE' || 'id' in row
    const companyId = told?.companyId ?? (ctx.kind === 'public' ? undefined : ctx.companyId)
    if (!isDone || companyId === undefined) return
    const action = told?.action ?? route.audit
    await writeAudit(ctx, companyId, {
      action,
      subjectId: told?.subjectId ?? params.id ?? textOf(row.id),
      name: told?.name ?? nameOf(row),
      changes: told?.changes,
      user: told?.user ?? (await callerOf(ctx)),
      support: ctx.kind === 'user' && ctx.actor.support !== undefined,
    })
  },
}

/**
 * Writes an entry of what this call has done, with where it came from. An entry that the table does not take is logged.
 * @param id of an entry that takes the place of the one of this id
 */
export async function writeAudit(ctx: Context, companyId: string, given: Audited, id?: string): Promise<void> {
  const isSignIn = given.action.startsWith('session.')
  const browser = isSignIn ? browserName(ctx.headers['user-agent']) : undefined
  try {
    await recordAudit(companyId, { ...given, address: ctx.sourceIp, browser }, id)
  } catch (error) {
    const { name: _, user, ...rest } = given
    logger.error('an audit entry was not written', {
      ...{ requestId: ctx.requestId, companyId, ...rest, userId: user?.id, address: ctx.sourceIp },
      error: error as Error,
    })
  }
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/** What rows are called. */
const nameOf = ({ name, title, fullName, city }: Record<string, unknown>): string | undefined =>
  textOf(name) ?? textOf(title) ?? textOf(fullName) ?? textOf(city)

async function callerOf(ctx: Context): Promise<UserRef | undefined> {
  if (ctx.kind !== 'user') return undefined
  const { companyId, actor } = ctx
  if (actor.support) return actor.support
  // The change is made: a name that cannot be read turns it into no failure.
  const user = await getCaller(companyId, actor.userId).catch(() => undefined)
  // Who has just removed themselves has no name any more.
  return { id: actor.userId, name: user?.name ?? '' }
}
