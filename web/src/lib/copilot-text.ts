import { createStore } from './store.ts'

/** Text that the copilot has written so far, under the id of the request it belongs to. */
export const copilotText = createStore<{ requestId: string; text: string } | null>(null)
