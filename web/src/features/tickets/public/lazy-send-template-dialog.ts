import type { Ticket } from '@balcao/shared/entities/ticket.ts'
import { lazyPart } from '#/lib/lazy-part.ts'

export const LazySendTemplateDialog = lazyPart(async () => (_: { ticket: Ticket; onClose: () => void }) => null)
