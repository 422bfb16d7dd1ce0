import { chatsOf, renameMember } from '../../data/content/chat.ts'
import { getUser } from '../../data/team/user.ts'
import { tellChat } from '../../messaging/tell-chat.ts'

/** A user is called something else: their conversations with colleagues show it. What they said keeps the name of then. May run again. */
export async function renameInChats(companyId: string, userId: string): Promise<void> {
  const user = await getUser(companyId, userId, true)
  if (!user) return
  for (const { id, people } of await chatsOf(companyId, userId, true)) {
    if (people[userId]?.name === user.name) continue
    const chat = await renameMember(companyId, id, { id: userId, name: user.name })
    if (chat) await tellChat(chat, 'update')
  }
}
