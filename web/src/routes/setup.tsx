import { createFileRoute } from '@tanstack/react-router'
import { SetupScreen } from '#/features/account/setup-screen.tsx'
import { PublicFrame } from '#/shell/public-frame.tsx'

/**
 * First set-up of a server, by the link that it printed. The screen loads its texts itself: a
 * loader would be in the first load of every screen.
 */
export const Route = createFileRoute('/setup')({
  component: () => (
    <PublicFrame>
      <SetupScreen token={new URLSearchParams(window.location.search).get('token') ?? ''} />
    </PublicFrame>
  ),
})
