import type { AuditSubject } from '@balcao/shared/entities/audit-action.ts'
import { bumpConfigurationVersion } from '../data/company/configuration-version.ts'
import type { HttpRequest } from './http-request.ts'

/**
 * Audit subjects that make up the configuration messages are answered by. A company and a setting
 * raise the version where they are stored.
 */
const CONFIGURATION: ReadonlySet<string> = new Set<AuditSubject>([
  'connection',
  'holiday',
  'integration',
  'prompt',
  'queue',
  'queueOption',
  'rule',
  'goal',
  'webhook',
])

/**
 * Raises the company's configuration version after a call that changed how messages are answered,
 * before the call is answered: once a user sees that the change is done, the next message uses it,
 * in every process.
 */
export const bumpConfiguration = {
  async after({ internal, context }: HttpRequest): Promise<void> {
    const { route } = internal.matched!
    const subject = route.audit?.split('.')[0]
    const { ctx } = context.call
    if (!subject || !CONFIGURATION.has(subject) || ctx.kind === 'public') return
    await bumpConfigurationVersion(ctx.companyId)
  },
}
