import { tickets } from '@balcao/shared/api/tickets/tickets.ts'
import { queryKey } from '@balcao/shared/api-contract/query-key.ts'
import i18next from 'i18next'
import { confirm } from '#/components/ui/confirm.tsx'
import { ApiError } from '#/lib/api-error.ts'
import { errorText } from '#/lib/error-text.ts'
import { loadTexts } from '#/lib/i18n.ts'
import { queryClient } from '#/lib/queries.ts'
import { api, currentUser } from '#/lib/session.ts'

/**
 * Runs `send`, which writes into a ticket. If the ticket is still pending, offers to accept it and
 * then runs `send` again. Rejects with the refusal when the person declines.
 */
export async function acceptingFirst<Result>(ticketId: string, send: () => Promise<Result>): Promise<Result> {
  try {
    return await send()
  } catch (error) {
    const user = currentUser()
    if (!user || !(error instanceof ApiError) || error.code !== 'ERR_TICKET_NOT_ACCEPTED') throw error
    await loadTexts('tickets')
    const yes = await confirm({
      title: errorText(error),
      confirmLabel: i18next.t('tickets:action.accept'),
      tone: 'neutral',
    })
    if (!yes) throw error
    await api(tickets.update, { params: { id: ticketId }, body: { status: 'open', userId: user.id } })
    for (const route of [tickets.list, tickets.count, tickets.getByUuid])
      void queryClient.invalidateQueries({ queryKey: queryKey(route) })
    return send()
  }
}
