/** Says what became of the ticket whose conversation is open, where somebody else changed it. */
import type { Ticket } from '@balcao/shared/entities/ticket.ts'
import i18next from 'i18next'
import { loadTexts } from '#/lib/i18n.ts'
import { isolate } from '#/lib/isolate.ts'
import { toast } from '#/lib/toast.ts'

/**
 * Says that a conversation is closed because its ticket is gone or out of sight. Nothing is said
 * about who has it now, which its former attendant may not see.
 */
export async function tellLost(status: number, wasShown: boolean): Promise<void> {
  await loadTexts('ticketDetails')
  if (!wasShown) toast.info(i18next.t('common:error.noAccess'))
  else toast.info(i18next.t(status === 404 ? 'ticketDetails:lost.deleted' : 'ticketDetails:lost.hidden'))
}

/** Says who has a ticket now, or where it waits. */
export async function tellHandedOver({ user, queue }: Ticket): Promise<void> {
  await loadTexts('tickets', 'ticketDetails')
  toast.info(
    user
      ? i18next.t('ticketDetails:lost.with', { name: isolate(user.name) })
      : i18next.t('ticketDetails:lost.waits', { queue: isolate(queue?.name ?? i18next.t('tickets:row.noQueue')) }),
  )
}
