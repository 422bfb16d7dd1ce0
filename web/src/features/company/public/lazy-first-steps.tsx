import { type ReactNode, Suspense } from 'react'
import { lazyPart } from '#/lib/lazy-part.ts'
import { useUser } from '#/lib/session.ts'

const FirstSteps = lazyPart(() => import('../first-steps.tsx').then(file => file.FirstSteps), 'onboarding')

/**
 * Shows the first steps of a new company to its admins, until they are done or dismissed: after
 * that nothing of them is loaded or requested.
 * @param props.instead shown to everybody else
 */
export function LazyFirstSteps({ instead = null, className }: { instead?: ReactNode; className?: string }) {
  const { company, profile } = useUser()
  // An operator of the installation who works in no company has none to set up.
  if (profile !== 'admin' || !company.firstSteps) return instead
  return (
    <Suspense fallback={instead}>
      <div className={className}>
        <FirstSteps instead={instead} />
      </div>
    </Suspense>
  )
}
