import type { KindTally } from '@balcao/shared/rules/imports/record.ts'

/**
 * Position up to which the stream of an import was written, and the outcomes of its rows, by kind.
 */
export type WriteProgress = { position: number; tally: KindTally[] }

/** Returns how many rows were written, or were there. */
export const doneOf = ({ tally }: WriteProgress): number =>
  tally.reduce((sum, { taken, there }) => sum + taken + there, 0)
