import type { AuditSubject } from '@balcao/shared/entities/audit-entry.ts'
import { raiseConfigurationVersion } from '../data/company/configuration-version.ts'
import type { HttpRequest } from './http-request.ts'

/**
 * What messages are answered by, by its name in the audit log. A company and a setting raise the version where they are
 * stored.
 */
const CONFIGURATION: ReadonlySet<string> = new Set<AuditSubject>([
  'connection',
  'holiday',
  'integration',
  'prompt',
  'queue',
  'queueOption',
  'webhook',
])

/**
 * Raises the company's configuration version behind a call that changed what messages are answered by, before it is
 * answered: whoever is told that a change is done finds it in the next message, in every process.
 */
export const raiseConfiguration = {
  async after({ internal, context }: HttpRequest): Promise<void> {
    const { route } = internal.matched!
    const subject = route.audit?.split('.')[0]
    const { ctx } = context.call
    if (!subject || !CONFIGURATION.has(subject) || ctx.kind === 'public') return
    await raiseConfigurationVersion(ctx.companyId)
  },
}
