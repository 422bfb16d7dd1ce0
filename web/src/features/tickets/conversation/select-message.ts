import { FORWARD_LIMITS } from '@balcao/shared/api/tickets/messages.ts'
import type { Message } from '@balcao/shared/entities/message.ts'
import i18next from 'i18next'
import { toast } from '#/lib/toast.ts'
import { toggleSelected } from './message-selection.ts'

/**
 * Selects a message, or takes it out again; says so where there are as many as one call forwards.
 * Its texts are those of `ticketDetails`.
 */
export function selectMessage(message: Message): void {
  if (toggleSelected(message)) return
  toast.info(i18next.t('ticketDetails:select.limit', { count: FORWARD_LIMITS.messages }))
}
