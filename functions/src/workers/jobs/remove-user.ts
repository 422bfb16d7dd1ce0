import { deleteMacrosOf } from '../../data/actions/macro.ts'
import { chatsOf, leaveChat } from '../../data/content/chat.ts'
import { deleteQuickMessagesOf } from '../../data/content/quick-message.ts'
import { changeTickets, type Decide, type OnTicketChanged } from '../../data/tickets/change-tickets.ts'
import { removeNoticesOfUser } from '../../data/tickets/notice.ts'
import { removeTextDraftsOf } from '../../data/tickets/text-draft.ts'
import { ticketIdsOfPartition } from '../../data/tickets/ticket-partitions.ts'
import { OPEN_PARTITIONS } from '../../data/tickets/ticket-row.ts'
import { deleteViewsOf } from '../../data/views/view.ts'
import { beginJob } from '../../messaging/begin-job.ts'
import { followViews } from '../../messaging/follow-views.ts'
import { publishChat } from '../../messaging/publish-chat.ts'
import { timersFor } from '../../messaging/ticket-timers.ts'

/**
 * Cleans up after a deleted user: returns their open tickets to pending, where they wait like any
 * other, deletes their own quick messages, macros and begun texts, and removes them from internal
 * chats. Idempotent.
 */
export async function removeUser(companyId: string, userId: string, onChanged: OnTicketChanged): Promise<void> {
  for (const status of OPEN_PARTITIONS)
    for await (const ids of ticketIdsOfPartition(companyId, { index: 'byUser', status, id: userId }))
      await changeTickets(
        companyId,
        ids,
        async (seen): Promise<Decide> => {
          const { set, writes } = await timersFor(seen, 'pending')
          return now =>
            now.user?.id === userId && now.status === 'open'
              ? {
                  set: { status: 'pending', user: null, ...set },
                  logs: [{ type: 'pending', user: now.user, queue: now.queue }],
                  extra: writes,
                  touch: false,
                }
              : undefined
        },
        onChanged,
      )
  await deleteQuickMessagesOf(companyId, userId)
  await deleteMacrosOf(companyId, userId)
  await removeTextDraftsOf(companyId, userId)
  await deleteViewsOf(companyId, userId, view => followViews(companyId, [view], []))
  await removeNoticesOfUser(companyId, userId)
  for (const chat of await chatsOf(companyId, userId, true)) {
    const left = await leaveChat(companyId, chat.id, { id: userId, name: chat.people[userId]!.name })
    if (left.job) await beginJob(left.job)
    if (left.chat) await publishChat(left.chat, 'update')
  }
}
