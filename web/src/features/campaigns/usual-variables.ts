/**
 * Variables that can be filled for everybody: most recipients have no open ticket with a queue or
 * protocol.
 */
export const USUAL = ['name', 'firstName', 'greeting', 'date', 'hour'] as const
