/** Whether a single write was refused by its condition; ElectroDB wraps the SDK's error. */
export const isRefused = (error: unknown): boolean =>
  error instanceof Error &&
  (error.name === 'ConditionalCheckFailedException' ||
    (error.cause as Error | undefined)?.name === 'ConditionalCheckFailedException')
