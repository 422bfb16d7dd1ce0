import { processFamily } from '../local/operations/process-family.ts'

/**
 * Returns the processor time so far of a process and everything it started, in milliseconds. Linux
 * only.
 */
export const processorTime = (pid: number): number => processFamily(pid).reduce((sum, { ms }) => sum + ms, 0)
