import { chatsOf, renameMember } from '../../data/content/chat.ts'
import { getUser } from '../../data/team/user.ts'
import { publishChat } from '../../messaging/publish-chat.ts'

/**
 * Copies a user's new name to their internal chats. Messages keep the name of their time.
 * Idempotent.
 */
export async function renameInChats(companyId: string, userId: string): Promise<void> {
  const user = await getUser(companyId, userId, true)
  if (!user) return
  for (const { id, people } of await chatsOf(companyId, userId, true)) {
    if (people[userId]?.name === user.name) continue
    const chat = await renameMember(companyId, id, { id: userId, name: user.name })
    if (chat) await publishChat(chat, 'update')
  }
}
