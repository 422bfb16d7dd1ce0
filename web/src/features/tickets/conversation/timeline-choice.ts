import { localValue } from '#/lib/local-value.ts'

/** Whether what happened to the ticket, and its notes, stand between the messages. */
export const timelineChoice = localValue<boolean>('tickets.timeline', raw => raw !== 'false', String)
