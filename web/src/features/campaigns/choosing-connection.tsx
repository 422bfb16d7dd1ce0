import { lazy, Suspense } from 'react'
import type { useCampaignMoves } from './use-campaign-moves.ts'

const ChooseConnectionDialog = lazy(() =>
  import('./choose-connection-dialog.tsx').then(file => ({ default: file.ChooseConnectionDialog })),
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
