/** What a page may say to a worker: which build it is of (answered on the port), or that it may replace the one before it. */
export type ToWorker = { type: 'build' } | { type: 'take-over' }
