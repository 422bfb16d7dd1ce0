import { ChevronDown, ChevronRight, Wrench } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'

interface Props {
  line: string
  asked: string
  answered: string
  /** Content below the answer. */
  children?: ReactNode
}

/** Shows a tool's call in one line; unfolded, what was asked and answered. */
export function FoldedCall({ line, asked, answered, children }: Props) {
  const { t } = useTranslation('prompts')
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const Icon = isOpen ? ChevronDown : ChevronRight
  return (
    <div className="text-ink-2 text-xs">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
        className="relative flex w-full items-center gap-1 text-left hover:underline touch:after:absolute touch:after:-inset-2"
      >
        <Icon size={12} className="shrink-0" />
        <Wrench size={12} className="shrink-0" />
        <span className="min-w-0 break-words">{line}</span>
      </button>
      <div id={id} hidden={!isOpen} className="mt-1 ps-4">
        <dl className="flex flex-col gap-1">
          <Part name={t('call.asked')} text={asked} />
          <Part name={t('call.answered')} text={answered} />
        </dl>
        {children}
      </div>
    </div>
  )
}

const Part = ({ name, text }: { name: string; text: string }) => (
  <div>
    <dt className="font-medium">{name}</dt>
    <dd className="max-h-40 overflow-y-auto whitespace-pre-wrap break-words font-mono">{text}</dd>
  </div>
)
