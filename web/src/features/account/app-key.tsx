import type { SecondFactorKey } from '@balcao/shared/entities/second-factor.ts'
import { QRCodeSVG } from 'qrcode.react'
import { useTranslation } from 'react-i18next'
import { Field } from '#/components/ui/field.tsx'
import { Textarea } from '#/components/ui/textarea.tsx'

/** Shows the key for an authenticator app: to scan, or to type in. */
export function AppKey({ secret, uri }: SecondFactorKey) {
  const { t } = useTranslation('security')
  return (
    <div className="flex flex-col gap-3">
      <p className="text-ink-2">{t('setup.scan')}</p>
      {/* White in the dark theme, too: phones read it that way. */}
      <div className="self-center rounded-md bg-white p-3">
        <QRCodeSVG value={uri} size={184} level="M" marginSize={0} title={t('setup.alt')} />
      </div>
      <Field label={t('setup.key')}>
        <Textarea
          readOnly
          rows={2}
          value={secret.match(/.{1,4}/g)?.join(' ') ?? secret}
          onFocus={event => event.target.select()}
          className="font-mono text-sm"
        />
      </Field>
    </div>
  )
}
