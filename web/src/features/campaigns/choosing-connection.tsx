import { lazy, Suspense } from 'react'
import type { useCampaignMoves } from './use-campaign-moves.ts'

const ChooseConnectionDialog = lazy(() =>
  import('./choose-connection-dialog.tsx').then(file => ({ default: file.ChooseConnectionDialog })),
)

/** Asks for the connection of a campaign that cannot go on without another. */
export function ChoosingConnection({ moves }: { moves: ReturnType<typeof useCampaignMoves> }) {
  return (
    <Suspense>
      {moves.choosing && (
        <ChooseConnectionDialog campaign={moves.choosing} onChanged={moves.chosen} onClose={moves.leaveChoosing} />
      )}
    </Suspense>
  )
}
