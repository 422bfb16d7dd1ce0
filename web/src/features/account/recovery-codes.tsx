import { Check, Copy, Download } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#/components/ui/button.tsx'

/** Shows the recovery codes, once only; `onDone` runs when they are saved. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const { t } = useTranslation(['security', 'common'])
  const [copied, setCopied] = useState(false)
  const text = codes.join('\n')
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
    setTimeout(() => setCopied(false), 1000)
  }
  const download = () => {
    const url = URL.createObjectURL(new Blob([`${text}\n`], { type: 'text/plain' }))
    const link = Object.assign(document.createElement('a'), { href: url, download: 'balcao.txt' })
    link.click()
    URL.revokeObjectURL(url)
  }
  return (
    <div className="flex flex-col gap-3">
      <p className="text-ink-2">{t('codes.hint')}</p>
      <ul
        aria-label={t('codes.title')}
        className="grid gap-1 rounded-md border border-line p-3 font-mono min-[420px]:grid-cols-2"
      >
        {codes.map(code => (
          <li key={code} className="tabular">
            {code}
          </li>
        ))}
      </ul>
      <p role="status" className="rounded-md bg-warning-soft px-3 py-2 text-warning-ink">
        {t('codes.once')}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button icon={copied ? <Check size={16} /> : <Copy size={16} />} onClick={() => void copy()}>
          {copied ? t('common:action.copied') : t('common:action.copy')}
        </Button>
        <Button icon={<Download size={16} />} onClick={download}>
          {t('codes.download')}
        </Button>
        <Button variant="primary" onClick={onDone} className="ml-auto">
          {t('codes.done')}
        </Button>
      </div>
    </div>
  )
}
