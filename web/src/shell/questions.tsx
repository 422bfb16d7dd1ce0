import { useState } from 'react'
import { asked } from '#/components/ui/confirm.tsx'
import { lazyModule, useLazyModule } from '#/lib/lazy-module.ts'
import { useStore } from '#/lib/store.ts'

export const confirmHost = lazyModule(() => import('#/components/ui/confirm-host.tsx'))

/**
 * Shows the questions of `confirm`. From the first one on its host stays mounted, so that it can
 * give back the focus.
 */
export function Questions() {
  const question = useStore(asked)
  const [needed, setNeeded] = useState(false)
  if (question && !needed) setNeeded(true)
  // A question that cannot be shown is answered with no; the next one tries again.
  const failed = () => {
    asked.get()?.answer(null)
    setNeeded(false)
  }
  return needed && <Host onFailed={failed} />
}

function Host({ onFailed }: { onFailed: () => void }) {
  const parts = useLazyModule(confirmHost, onFailed)
  return parts && <parts.ConfirmHost />
}
