import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '#/components/ui/icon-button.tsx'

/** Shows code with a button that copies it. */
export function CodeBlock({ code }: { code: string }) {
  const { t } = useTranslation('common')
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(code)
    setCopied(true)
    setTimeout(() => setCopied(false), 1000)
  }
  return (
    <div className="flex items-start rounded-md border border-line bg-surface">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <pre tabIndex={0} className="min-w-0 flex-1 overflow-x-auto p-3 font-mono text-sm">
        {code}
      </pre>
      <IconButton
        className="m-1.5 flex-none"
        size="sm"
        label={copied ? t('action.copied') : t('action.copy')}
        icon={copied ? <Check size={16} /> : <Copy size={16} />}
        onClick={() => void copy()}
      />
    </div>
  )
}
