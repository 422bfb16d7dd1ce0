/** Name of the database in which a device keeps conversations. */
export const CACHED_CONVERSATIONS = 'balcao.conversations'

/**
 * Deletes the conversations this device keeps: nobody is signed in any more, or somebody else is.
 */
export function forgetConversations(): void {
  try {
    indexedDB.deleteDatabase(CACHED_CONVERSATIONS)
  } catch {
    // Without storage nothing is kept.
  }
}
