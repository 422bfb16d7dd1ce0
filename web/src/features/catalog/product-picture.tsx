import { Package } from 'lucide-react'
import { Picture } from '#/components/ui/picture.tsx'

/**
 * Shows the product's picture in the size of a list; an icon where there is none, or it does not
 * load.
 */
export function ProductPicture({ path }: { path: string | null }) {
  return (
    <span className="flex size-9 shrink-0 items-center justify-center overflow-hidden rounded-sm bg-active text-ink-2">
      <Picture
        src={path}
        width={36}
        height={36}
        className="size-full object-cover"
        instead={<Package aria-hidden size={18} className="icon" />}
      />
    </span>
  )
}
