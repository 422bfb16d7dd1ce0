import { createFileRoute } from '@tanstack/react-router'
import { InviteScreen } from '#/features/account/invite-screen.tsx'
import { loadTexts } from '#/lib/i18n.ts'
import { PublicFrame } from '#/shell/public-frame.tsx'

/** Open to who is signed in as well: the link of a letter is followed wherever one is. */
export const Route = createFileRoute('/invite')({
  loader: () => loadTexts('onboarding'),
  component: () => (
    <PublicFrame>
      <InviteScreen />
    </PublicFrame>
  ),
})
