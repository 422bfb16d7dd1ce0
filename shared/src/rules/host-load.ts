/**
 * Metric that each session host records every minute and that scales the number of hosts: the
 * WhatsApp sessions it holds.
 */
export const HOST_LOAD = { namespace: 'Balcao/SessionHost', metric: 'Sessions', dimension: 'Stage' } as const
