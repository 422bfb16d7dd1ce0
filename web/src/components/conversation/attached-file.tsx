import { FileText, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Picture } from '#/components/ui/picture.tsx'

interface AttachedFileProps {
  name: string
  /** URL of its preview picture, where it has one. */
  preview: string | null
  /** Removes the file; absent for a file that belongs to a group. */
  remove?: { label: string; run: () => void }
  children?: ReactNode
}

/**
 * Shows a file that goes with the next message: a preview and a button to remove it. Renders a list
 * item.
 */
export function AttachedFile({ name, preview, remove, children }: AttachedFileProps) {
  return (
    <li className="relative flex w-40 shrink-0 flex-col gap-1 rounded-md border border-line bg-bg p-1.5">
      <Picture
        src={preview}
        className="h-20 w-full rounded-sm object-cover"
        instead={
          <span className="flex h-20 items-center justify-center rounded-sm bg-active text-ink-2">
            <FileText size={20} className="icon" />
          </span>
        }
      />
      <span className="truncate text-xs" title={name}>
        <bdi>{name}</bdi>
      </span>
      {children}
      {remove && (
        <button
          type="button"
          aria-label={remove.label}
          onClick={remove.run}
          className="absolute top-0.5 right-0.5 flex size-6 items-center justify-center rounded-full bg-raised text-ink-2 shadow-overlay hover:text-ink"
        >
          <X size={14} />
        </button>
      )}
    </li>
  )
}
