import type { ImportedMessage } from '@balcao/shared/rules/imports/record.ts'

/** Returns the id that a message gets if another conversation has one of its own id. */
export const otherSpelling = ({ whatsappId, ticketId }: Pick<ImportedMessage, 'whatsappId' | 'ticketId'>): string =>
  `${whatsappId}|${ticketId}`
