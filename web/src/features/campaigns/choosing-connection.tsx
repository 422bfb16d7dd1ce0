import { Suspense } from 'react'
import { lazyPart } from '#/lib/lazy-part.ts'
import type { useCampaignMoves } from './use-campaign-moves.ts'

const ChooseConnectionDialog = lazyPart(() =>
  import('./choose-connection-dialog.tsx').then(file => file.ChooseConnectionDialog),
)

/** Shows the choice of another connection for a campaign that cannot go on without one. */
export function ChoosingConnection({ moves }: { moves: ReturnType<typeof useCampaignMoves> }) {
  return (
    <Suspense>
      {moves.choosing && (
        <ChooseConnectionDialog campaign={moves.choosing} onChanged={moves.chosen} onClose={moves.leaveChoosing} />
      )}
    </Suspense>
  )
}
