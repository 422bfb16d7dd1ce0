const opening = new Map<string, Promise<unknown>>()

/**
 * Remembers a call that accepts or reopens a ticket. The screen shows the ticket as open before the
 * server has answered, so a message written meanwhile waits for the answer instead of being
 * refused.
 */
export function rememberOpening(ticketId: string, call: Promise<unknown>): void {
  const settled = call.catch(() => undefined)
  opening.set(ticketId, settled)
  void settled.then(() => {
    if (opening.get(ticketId) === settled) opening.delete(ticketId)
  })
}

/** Resolves once no call that opens the ticket is under way. */
export const whenOpened = (ticketId: string): Promise<unknown> => opening.get(ticketId) ?? Promise.resolve()
