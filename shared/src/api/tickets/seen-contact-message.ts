import { z } from 'zod'

/**
 * Of what takes a ticket off the list of open ones: the ticket's `contactMessage` that the caller
 * has seen, empty without one. It is refused with ERR_TICKET_NEW_MESSAGE if the contact has written
 * since.
 */
export const SeenContactMessage = z.string().max(20)
