import { Package } from 'lucide-react'

/** A product's picture, or a mark where it has none; its place is the same. The name stands beside it. */
export function ProductPicture({ path }: { path: string | null }) {
  return (
    <span className="flex size-10 shrink-0 items-center justify-center overflow-hidden rounded-md border border-line bg-active text-ink-3">
      {path ? (
        <img src={path} alt="" loading="lazy" className="size-full object-cover" />
      ) : (
        <Package aria-hidden size={18} className="icon" />
      )}
    </span>
  )
}
