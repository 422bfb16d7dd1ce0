/** The metric each session host tells every minute and the number of hosts follows: the WhatsApp sessions it holds. */
export const HOST_LOAD = { namespace: 'Balcao/SessionHost', metric: 'Sessions', dimension: 'Stage' } as const
