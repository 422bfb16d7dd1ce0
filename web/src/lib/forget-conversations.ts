/** The database in which a device keeps conversations. */
export const KEPT_CONVERSATIONS = 'balcao.conversations'

/** Takes away what this device keeps of conversations: nobody is signed in any more, or somebody else. */
export function forgetConversations(): void {
  try {
    indexedDB.deleteDatabase(KEPT_CONVERSATIONS)
  } catch {
    // Where there is no storage there is nothing kept.
  }
}
