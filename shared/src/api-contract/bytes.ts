const encoder = new TextEncoder()

/**
 * Returns the bytes of a value as JSON, as DynamoDB limits them: 400 KB a row, 4 MB a transaction.
 */
export const bytesOf = (value: unknown): number => encoder.encode(JSON.stringify(value)).length
