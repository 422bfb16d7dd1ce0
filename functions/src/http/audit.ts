import type { UserRef } from '@balcao/shared/entities/user.ts'
import { browserName } from '@balcao/shared/rules/browser-name.ts'
import { type Audited, recordAudit } from '../data/account/audit.ts'
import { getCaller } from '../data/team/user.ts'
import type { Context } from './context.ts'
import type { HttpRequest } from './http-request.ts'
import { logger } from './logger.ts'

/**
 * Writes the audit entry of a route that has `audit`, or whose operation names an action, before the
 * call is answered: a user who sees that something is done can also read who did it. It is a write
 * of its own after the operation's writes (two units, and one cached read of the caller's name). In
 * their transaction it would have to pass through every operation, and most have more than one. If
 * the process dies in between, the change has no entry. If the table refuses the entry, it is logged
 * as an error without the names, and the answer stands, since the change does. A removal is recorded
 * only when the operation reported it or answers the row: a removal that found nothing is none.
 */
export const audit = {
  async after(request: HttpRequest): Promise<void> {
    const { route, params } = request.internal.matched!
    const { auditDetails: details } = request.internal
    const action = details?.action ?? route.audit
    if (!action) return
    const { ctx } = request.context.call
    const row = (request.response ?? {}) as unknown as Record<string, unknown>
    const isDone = details !== undefined || route.method !== 'DELETE' || 'id' in row
    const companyId = details?.companyId ?? (ctx.kind === 'public' ? undefined : ctx.companyId)
    if (!isDone || companyId === undefined) return
    const subjectId = details?.subjectId === undefined ? (params.id ?? textOf(row.id)) : details.subjectId
    await writeAudit(ctx, companyId, {
      action,
      subjectId: subjectId ?? undefined,
      otherId: details?.otherId,
      name: details?.name ?? nameOf(row),
      changes: details?.changes,
      user: details?.user ?? (await callerOf(ctx)),
      support: ctx.kind === 'user' && ctx.actor.support !== undefined,
    })
  },
}

/**
 * Writes an audit entry of what this call did, with its source address. If the table refuses the
 * entry, it is logged.
 * @param id replaces the entry with this id
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

/** Returns the display name of a row. */
const nameOf = ({ name, title, fullName, city }: Record<string, unknown>): string | undefined =>
  textOf(name) ?? textOf(title) ?? textOf(fullName) ?? textOf(city)

async function callerOf(ctx: Context): Promise<UserRef | undefined> {
  if (ctx.kind !== 'user') return undefined
  const { companyId, actor } = ctx
  if (actor.support) return actor.support
  if (actor.machine) return { id: actor.userId, name: actor.machine.name }
  // The change is already made: a name that cannot be read must not fail it.
  const user = await getCaller(companyId, actor.userId).catch(() => undefined)
  // A user who has just deleted their own account has no name any more.
  return { id: actor.userId, name: user?.name ?? '' }
}
