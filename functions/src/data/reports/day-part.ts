/** Parts of a day's counters: rows that everything a company does would write are four. */
const SPREAD = 4

/** Returns the part in which a row with this id counts. */
export const partOf = (id: string): number => Number.parseInt(id.slice(-1), 16) % SPREAD || 0
