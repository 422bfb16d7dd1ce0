/** Conversations this page is leaving or deleting: that they are gone then is no news. */
export const endedChats = new Set<string>()
