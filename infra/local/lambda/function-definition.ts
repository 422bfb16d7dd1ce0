/** A function as described by the template. */
export type FunctionDefinition = {
  name: string
  /** Path of the bundle. */
  entry: string
  handler: string
  timeoutMs: number
  memoryMb: number
  env: Record<string, string>
  /**
   * Maximum number of invocations at once (`ReservedConcurrentExecutions`); unlimited by default.
   */
  concurrency?: number
  /** True if nobody waits for it: it runs when the other functions leave the processor free. */
  background?: boolean
  /** Port of DynamoDB for calls that only read; undefined = the same as for all. */
  readsPort?: number
  /** Milliseconds an event waits for a full function before it is refused. */
  throttleAfterMs?: number
}
