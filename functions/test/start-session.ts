import { type NewSession, type SessionRow, startSessionIf } from '../src/data/account/session.ts'

/**
 * Starts a session, which replaces the user's earlier one. Returns the earlier session if it was
 * still live.
 */
export const startSession = (session: NewSession): Promise<SessionRow | undefined> => startSessionIf(session, [])
