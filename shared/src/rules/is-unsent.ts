import type { Invitation } from '../entities/invitation.ts'

/**
 * Returns whether an invitation is still to be sent by hand, as one that an import left: it ends at
 * its beginning.
 */
export const isUnsent = ({ sentAt, expiresAt }: Pick<Invitation, 'sentAt' | 'expiresAt'>): boolean =>
  expiresAt <= sentAt
