import { endSupportSession } from '../../realtime/end-support-session.ts'

/** Whoever left before has ended it already. */
export const endSupport = ({ companyId, sessionId }: { companyId: string; sessionId: string }): Promise<void> =>
  endSupportSession(companyId, sessionId)
