/** Times (ms) of the reading of a dump, whose steps end before a function's five minutes. */
export const READING = {
  /** Time for which a part is read, after that for which an earlier part is passed over. */
  part: 100_000,
  /** Time of a step after which earlier parts of a compressed dump are passed over no further. */
  skip: 90_000,
  /** Time after which the rows are mapped by a step of its own. */
  together: 60_000,
  /** Time of a step after which the rows are mapped no further. */
  map: 220_000,
}
