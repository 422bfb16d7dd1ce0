import { endSupportSession } from '../../realtime/end-support-session.ts'

/** Ends a support session; one that was left earlier has ended already. */
export const endSupport = ({ companyId, sessionId }: { companyId: string; sessionId: string }): Promise<void> =>
  endSupportSession(companyId, sessionId)
