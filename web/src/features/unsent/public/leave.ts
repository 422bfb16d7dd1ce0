import type { QueryClient } from '@tanstack/react-query'
import i18next from 'i18next'
import { choose } from '#/components/ui/confirm.tsx'
import { discardAllChatMessages, resumeChatOutbox, sendPendingChat } from '#/features/chats/public/chat-outbox.ts'
import { discardMessages } from '#/features/tickets/public/outbox.ts'
import { sendUnsent } from '#/features/tickets/public/resume-outbox.ts'
import { discardTextDrafts } from '#/features/tickets/public/text-drafts.ts'
import { loadTexts } from '#/lib/i18n.ts'
import { signOut } from '#/lib/session.ts'
import { toast } from '#/lib/toast.ts'
import { discardUnsent, listUnsent, unsentOwner } from '#/lib/unsent.ts'
import { sweepFiles } from '#/lib/unsent-files.ts'

/** Counts the signed-in user's unsent work, in all tabs of this browser. */
function countUnsent() {
  return {
    messages: listUnsent('message').length + listUnsent('said').length,
    drafts: (['draft', 'note', 'chat'] as const).flatMap(kind => listUnsent<string>(kind)).length,
    carts: listUnsent<{ pending: unknown }>('cart').filter(({ value }) => value.pending).length,
  }
}

/** Removes all unsent work of the signed-in user from this browser, and the server's copy of it. */
async function discardEverything() {
  const owner = unsentOwner()
  await discardTextDrafts()
  discardMessages()
  discardAllChatMessages()
  discardUnsent()
  await sweepFiles(kept => kept.owner === owner)
}

/**
 * Asks what to do with unsent work before the user signs out: send, keep or discard it. Resolves
 * with false when the user stays, by choice or because something could not be sent. Without
 * anything unsent it does not ask.
 */
export async function settleUnsent(client: QueryClient): Promise<boolean> {
  const { messages, drafts, carts } = countUnsent()
  if (messages + drafts + carts === 0) {
    await discardEverything()
    return true
  }
  await loadTexts('unsent')
  const t = i18next.getFixedT(null, 'unsent')
  const parts = [
    messages > 0 && t('count', { count: messages }),
    drafts > 0 && t('drafts', { count: drafts }),
    carts > 0 && t('carts', { count: carts }),
  ].filter(part => part !== false)
  const answer = await choose({
    title: t('leaveTitle'),
    description: `${parts.join(' · ')}. ${t('leaveHint')}`,
    choices: [
      { value: 'discard', label: t('discardAndLeave'), variant: 'danger' },
      { value: 'keep', label: t('keepAndLeave'), variant: messages > 0 ? 'secondary' : 'primary' },
      ...(messages > 0 ? [{ value: 'send', label: t('sendAndLeave'), variant: 'primary' as const }] : []),
    ],
  })
  if (answer === 'discard') await discardEverything()
  if (answer === 'send') {
    await resumeChatOutbox(client)
    const count = (await sendUnsent(client)) + (await sendPendingChat(client))
    if (count > 0) {
      toast.refused(t('failed', { count }))
      return false
    }
  }
  return answer !== null
}

/** Signs out after the decision about unsent work. */
export async function leave(client: QueryClient): Promise<void> {
  if (await settleUnsent(client)) await signOut()
}
