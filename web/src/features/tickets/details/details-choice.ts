import { localValue } from '#/lib/local-value.ts'

/**
 * True if the contact's details show beside the conversation; by default, where list and
 * conversation leave room for them.
 */
export const detailsChoice = localValue<boolean>(
  'tickets.details',
  raw => (raw === null ? window.innerWidth >= 1440 : raw !== 'false'),
  String,
)
