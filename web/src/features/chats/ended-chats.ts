/** Chats this page is leaving or deleting: their disappearance is not reported. */
export const endedChats = new Set<string>()
