import { Suspense } from 'react'
import { lazyPart } from '#/lib/lazy-part.ts'

const TemplatesScreen = lazyPart(
  () => import('./templates-screen.tsx').then(file => file.TemplatesScreen),
  'templates',
  'lists',
)

/**
 * The screen with its texts, fetched by a part of its own: its files
 * are not named in the first load.
 */
export function TemplatesPart() {
  return (
    <Suspense>
      <TemplatesScreen />
    </Suspense>
  )
}
