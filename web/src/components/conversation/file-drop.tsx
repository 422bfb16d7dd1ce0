import { Paperclip } from 'lucide-react'
import { type DragEvent, type ReactNode, useRef, useState } from 'react'
import { cn } from '#/lib/cn.ts'

interface FileDropProps {
  /**
   * Undefined while no files can be sent; they are caught all the same, or the browser would leave
   * the page to open them.
   */
  onFiles: ((files: File[]) => void) | undefined
  /** Text while files are dragged over the area: what a drop does, or why it does nothing. */
  label: string
  className?: string
  children: ReactNode
}

const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files')

/**
 * Shows an area in which files can be dropped anywhere, and says so while they are dragged over it.
 */
export function FileDrop({ onFiles, label, className, children }: FileDropProps) {
  const [over, setOver] = useState(false)
  // Every element under the pointer fires an enter and a leave event.
  const depth = useRef(0)
  const ends = () => {
    depth.current = 0
    setOver(false)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a place to drop files; the button of the input does the same
    <div
      className={cn('relative', className)}
      onDragEnter={event => {
        if (!hasFiles(event)) return
        depth.current += 1
        setOver(true)
      }}
      onDragLeave={event => {
        if (!hasFiles(event)) return
        depth.current -= 1
        if (depth.current <= 0) ends()
      }}
      onDragOver={event => {
        if (!hasFiles(event)) return
        event.preventDefault()
        event.dataTransfer.dropEffect = onFiles ? 'copy' : 'none'
      }}
      onDrop={event => {
        if (!hasFiles(event)) return
        event.preventDefault()
        ends()
        onFiles?.([...event.dataTransfer.files])
      }}
    >
      {children}
      {over && (
        <div className="pointer-events-none absolute inset-2 z-20 flex flex-col items-center justify-center gap-2 rounded-lg border-2 border-accent-ink border-dashed bg-surface/90 text-accent-ink">
          <Paperclip aria-hidden size={20} className="icon" />
          <p className="px-4 text-center font-medium">{label}</p>
        </div>
      )}
    </div>
  )
}
