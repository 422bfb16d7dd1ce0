/** Letters and marks that change the direction of what follows. */
const TURNS = /[\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufeff]/

/** A name for the middle of a sentence: whatever direction it is written in, it leaves the rest of the sentence alone. */
export const isolate = (name: string): string => (TURNS.test(name) ? `\u2068${name}\u2069` : name)
