const encoder = new TextEncoder()

/** Bytes of a value as JSON, which is what the table counts: a row has 400 KB, a transaction 4 MB. */
export const bytesOf = (value: unknown): number => encoder.encode(JSON.stringify(value)).length
