import type { Job } from '@balcao/shared/entities/job.ts'
import { newId } from '@balcao/shared/ids.ts'

/** An export under way; `changes` say what a test is about. */
export const sampleJob = (changes: Partial<Job> = {}): Job => ({
  id: newId(),
  kind: 'contactsExport',
  status: 'running',
  done: 1200,
  total: 5000,
  result: null,
  error: null,
  subject: null,
  cancelable: true,
  repeatable: true,
  user: { id: newId(), name: 'Bia' },
  createdAt: '2026-03-10T12:00:00.000Z',
  updatedAt: '2026-03-10T12:00:00.000Z',
  ...changes,
})
