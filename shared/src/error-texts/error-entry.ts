/** HTTP status of an error code, and its text in each language. */
export type ErrorEntry = { status: number; pt: string; en: string; es: string }
