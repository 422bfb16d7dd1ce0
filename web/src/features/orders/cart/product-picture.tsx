import { Package } from 'lucide-react'
import { Picture } from '#/components/ui/picture.tsx'

/**
 * Shows a product's picture, or an icon of the same size where there is none. The name is beside it.
 */
export function ProductPicture({ path }: { path: string | null }) {
  return (
    <span className="flex size-10 shrink-0 items-center justify-center overflow-hidden rounded-md border border-line bg-active text-ink-3">
      <Picture
        src={path}
        className="size-full object-cover"
        instead={<Package aria-hidden size={18} className="icon" />}
      />
    </span>
  )
}
