import { localValue } from '#/lib/local-value.ts'

/** True if the ticket's events and notes show between the messages. */
export const timelineChoice = localValue<boolean>('tickets.timeline', raw => raw !== 'false', String)
