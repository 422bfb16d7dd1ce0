/**
 * Returns whether a connection was ever linked to a number: it keeps the number while it is down.
 * Those of an import have none until somebody links them.
 */
export const isLinked = ({ status, number }: { status: string; number: string | null }): boolean =>
  status === 'CONNECTED' || Boolean(number)
