import { Paperclip } from 'lucide-react'
import { useRef } from 'react'
import { IconButton } from '#/components/ui/icon-button.tsx'

interface AttachButtonProps {
  label: string
  /** Called with the chosen files. */
  onFiles: (files: Iterable<File>) => void
  testId: string
}

/** Shows the button that opens the browser's choice of files. */
export function AttachButton({ label, onFiles, testId }: AttachButtonProps) {
  const picker = useRef<HTMLInputElement>(null)
  return (
    <>
      <IconButton label={label} icon={<Paperclip size={20} />} onClick={() => picker.current?.click()} />
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        data-testid={testId}
        onChange={event => {
          onFiles(event.target.files ?? [])
          // The same file may be chosen again.
          event.target.value = ''
        }}
      />
    </>
  )
}
