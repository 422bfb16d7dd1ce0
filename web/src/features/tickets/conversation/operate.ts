import { ApiError } from '#/lib/api-error.ts'
import { toast } from '#/lib/toast.ts'
import { operations } from './lazy-parts.ts'

/** Runs an operation on a message once its code is there; without a network it says so. */
export async function operate(run: (parts: typeof import('./message-operations.ts')) => unknown): Promise<void> {
  try {
    await operations.load()
  } catch {
    return toast.error(new ApiError('ERR_NETWORK', 0))
  }
  const parts = operations.store.get()
  if (parts) await run(parts)
}
