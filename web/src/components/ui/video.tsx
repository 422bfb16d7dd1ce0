import type { ComponentProps, ReactNode } from 'react'
import { useBroken } from '#/lib/use-broken.ts'

interface VideoProps extends Omit<ComponentProps<'video'>, 'src'> {
  src: string
  /** Shown where the video is gone, or this browser cannot play it. */
  instead: ReactNode
}

/** Shows a video from outside of the product with the browser's controls. */
export function Video({ src, instead, ...props }: VideoProps) {
  const [isBroken, noteBroken] = useBroken(src)
  if (isBroken) return instead
  return <video controls preload="metadata" {...props} src={src} onError={noteBroken} />
}
