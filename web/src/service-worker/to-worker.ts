/**
 * Messages of a page to a worker: `build` asks for the worker's build (answered on the port),
 * `take-over` lets it replace its predecessor.
 */
export type ToWorker = { type: 'build' } | { type: 'take-over' }
