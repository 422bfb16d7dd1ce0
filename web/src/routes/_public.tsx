import { createFileRoute, Outlet, redirect } from '@tanstack/react-router'
import { loadTexts } from '#/lib/i18n.ts'
import { safeTarget } from '#/lib/safe-target.ts'
import { session } from '#/lib/session.ts'
import { PublicFrame } from '#/shell/public-frame.tsx'

export const Route = createFileRoute('/_public')({
  beforeLoad: ({ location }) => {
    if (session.get().state !== 'in') return
    const wanted = (location.search as { redirect?: unknown }).redirect
    throw redirect({ href: safeTarget(wanted), replace: true })
  },
  loader: () => loadTexts('account'),
  component: () => (
    <PublicFrame>
      <Outlet />
    </PublicFrame>
  ),
})
