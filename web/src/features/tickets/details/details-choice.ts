import { localValue } from '#/lib/local-value.ts'

/** Whether the contact stands beside the conversation; until somebody chose, where list and conversation leave it room. */
export const detailsChoice = localValue<boolean>(
  'tickets.details',
  raw => (raw === null ? window.innerWidth >= 1440 : raw !== 'false'),
  String,
)
