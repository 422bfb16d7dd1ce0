import { Package } from 'lucide-react'
import { useState } from 'react'

/**
 * Shows the product's picture in the size of a list; an icon where there is none, or it does not
 * load.
 */
export function ProductPicture({ path }: { path: string | null }) {
  const [broken, setBroken] = useState<string | null>(null)
  return (
    <span className="flex size-9 shrink-0 items-center justify-center overflow-hidden rounded-sm bg-active text-ink-2">
      {path && path !== broken ? (
        <img
          src={path}
          alt=""
          width={36}
          height={36}
          loading="lazy"
          decoding="async"
          onError={() => setBroken(path)}
          className="size-full object-cover"
        />
      ) : (
        <Package aria-hidden size={18} className="icon" />
      )}
    </span>
  )
}
