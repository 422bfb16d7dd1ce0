/**
 * Format of what an import keeps between its steps: staged rows, and the stream that is read of
 * them, in which its progress is a place. Raised with every change of either; rows of another
 * format are read again from the dump (`functions/src/imports/staged-format.test.ts`).
 */
export const STAGED_FORMAT = 4
