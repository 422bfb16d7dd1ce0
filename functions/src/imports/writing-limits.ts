/** Times (ms) of the writing of an import, whose steps end before a function's five minutes. */
export const WRITING = {
  /** Time after which a step ends; passing over what was written may take as long as the mapping. */
  step: 240_000,
  /** Time between two checkpoints: a process that is killed repeats that much. */
  checkpoint: 2000,
  /** Time of a step after which the report is made by one of its own. */
  together: 60_000,
}
