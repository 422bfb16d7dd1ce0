import type { Work } from '../run-step.ts'
export const phoneImport: Work<'phoneImport'> = { step: async () => ({ file: null }) }
