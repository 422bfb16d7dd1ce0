import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { ErrorState } from '#/components/ui/error-state.tsx'

/** A screen or the start of the app failed: what happened, and a retry that runs the loaders again. */
export function ScreenError({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  return (
    <div className="flex h-full min-h-80 flex-col">
      <ErrorState
        error={error}
        onRetry={() => {
          reset()
          void router.invalidate()
        }}
      />
    </div>
  )
}
