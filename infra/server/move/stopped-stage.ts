/** Settings of a stage before it was stopped, by which it can be started again. */
export type StoppedStage = {
  /** Reserved concurrency by function; null = none. */
  concurrency: Record<string, number | null>
  mappings: string[]
  /** Number of session hosts; null when the stage has no service of them. */
  hosts: number | null
  /** Epoch ms at which the last function was stopped; 0 while some are not. */
  at: number
}
