import type { AuditAction } from '@balcao/shared/entities/audit-action.ts'
import type { FieldChange } from '@balcao/shared/entities/field-change.ts'
import type { UserRef } from '@balcao/shared/entities/user.ts'

/** Details of an audit entry that the operation adds to its route and its answer. */
export type AuditDetails = {
  /**
   * Action when it differs from the route's, for example a change of a password, or when only some
   * of its calls are logged.
   */
  action?: AuditAction
  /** Company of the log when it is not the caller's, or when nobody is signed in. */
  companyId?: string
  user?: UserRef
  /** Row that the action changed when it is not the path's; null if it has none. */
  subjectId?: string | null
  /** Second row that the entry names. */
  otherId?: string
  name?: string | undefined
  changes?: readonly FieldChange[]
}
