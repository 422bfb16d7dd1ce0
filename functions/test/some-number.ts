/** Seven digits: random at first, so that files differ, then the next ones, so that none recurs. */
let next = Math.floor(Math.random() * 1e7)

/** Returns the number of a Brazilian mobile that nobody else has. */
export const someNumber = (): string => `551198${String(next++ % 1e7).padStart(7, '0')}`
