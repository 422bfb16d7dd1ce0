import type { ComponentProps } from 'react'
import { lazyModule, useLazyModule } from '#/lib/lazy-module.ts'
import type { LostFile as Part } from './lost-file.tsx'

/** The placeholder of a file that cannot be shown, loaded with the first one. */
export const lostFile = lazyModule(() => import('./lost-file.tsx'), 'media')

const nothing = () => undefined

export function LostFile(props: ComponentProps<typeof Part>) {
  const parts = useLazyModule(lostFile, nothing)
  return parts && <parts.LostFile {...props} />
}
