import type { ComponentProps, ReactNode } from 'react'
import { useBroken } from '#/lib/use-broken.ts'

interface PictureProps extends Omit<ComponentProps<'img'>, 'src'> {
  src: string | null | undefined
  /** Shown while there is no picture, and where it is gone or no picture. */
  instead?: ReactNode
}

/** Shows a picture from outside of the product, never the browser's sign of a broken one. */
export function Picture({ src, instead, onError, ...props }: PictureProps) {
  const [isBroken, noteBroken] = useBroken(src)
  if (!src || isBroken) return instead
  return (
    <img
      alt=""
      loading="lazy"
      decoding="async"
      {...props}
      src={src}
      onError={event => {
        noteBroken()
        onError?.(event)
      }}
    />
  )
}
