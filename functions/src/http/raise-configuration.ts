import type { AuditSubject } from '@balcao/shared/entities/audit-entry.ts'
import { raiseConfigurationVersion } from '../data/company/configuration-version.ts'
import type { HttpRequest } from './http-request.ts'

/** What messages are answered by, by its name in the audit log. */
const CONFIGURATION: ReadonlySet<string> = new Set<AuditSubject>([
  'company',
  'connection',
  'holiday',
  'integration',
  'prompt',
  'queue',
  'queueOption',
  'setting',
  'webhook',
])

/**
 * Raises the company's configuration version behind a call that changed what messages are answered by, before it is
 * answered: whoever is told that a change is done finds it in the next message, in every process.
 */
export const raiseConfiguration = {
  async after({ internal, context }: HttpRequest): Promise<void> {
    const { route, params } = internal.matched!
    const subject = route.audit?.split('.')[0]
    const { ctx } = context.call
    if (!subject || !CONFIGURATION.has(subject) || ctx.kind === 'public') return
    // Super users change other companies.
    const companyId = subject === 'company' ? (params.id ?? ctx.companyId) : ctx.companyId
    await raiseConfigurationVersion(companyId)
  },
}
