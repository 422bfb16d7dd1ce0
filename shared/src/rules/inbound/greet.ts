import type { Step } from './turn.ts'

/** Says the greeting of the queue that the message led to. */
export const greet: Step = ({ greeting }) =>
  greeting.trim() ? { actions: [{ type: 'say', step: 0, text: greeting.trim() }] } : undefined
