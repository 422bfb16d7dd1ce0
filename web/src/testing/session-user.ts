import type { SessionUser } from '@balcao/shared/entities/user.ts'
import { newId } from '@balcao/shared/ids.ts'

/** An admin of a company; `changes` say what a test is about. */
export function sessionUser(changes: Partial<SessionUser> = {}): SessionUser {
  const at = '2026-11-20T12:00:00.000Z'
  const companyId = newId()
  return {
    id: newId(),
    name: 'Maria Andrade',
    email: 'maria@exemplo.com.br',
    emailConfirmed: true,
    pendingEmail: null,
    profile: 'admin',
    super: false,
    permissions: [],
    companyId,
    whatsappId: null,
    allTicket: 'disabled',
    queues: [],
    online: true,
    paused: false,
    accessHours: null,
    signature: '',
    createdAt: at,
    updatedAt: at,
    company: {
      id: companyId,
      name: 'Padaria',
      dueDate: at,
      mediaPath: null,
      trialExpiration: null,
      firstSteps: false,
      settings: [],
    },
    ...changes,
  }
}
