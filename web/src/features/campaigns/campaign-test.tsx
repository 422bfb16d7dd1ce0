import { campaigns } from '@balcao/shared/api/campaigns/campaigns.ts'
import type { ArgsOf } from '@balcao/shared/api-contract/route.ts'
import { Send } from 'lucide-react'
import { useId } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Button } from '#/components/ui/button.tsx'
import { Field } from '#/components/ui/field.tsx'
import { PhoneInput } from '#/components/ui/phone-input.tsx'
import { fieldError } from '#/lib/field-error.ts'
import { formResolver } from '#/lib/form-resolver.ts'
import { formatTypedPhone } from '#/lib/format-typed-phone.ts'
import type { MediaValue } from '#/lib/row-media.ts'
import { saveFailed } from '#/lib/save-failed.ts'
import { api, useUser } from '#/lib/session.ts'
import { readText, storeText } from '#/lib/stored-text.ts'
import { toast } from '#/lib/toast.ts'

type Content = Omit<ArgsOf<typeof campaigns.test>['body'], 'number' | 'campaignId' | 'whatsappId'>

interface CampaignTestProps {
  whatsappId: string | null
  /** Content of the message, as it is in the form now. */
  content: Content
  media: MediaValue
  /** Id of the stored campaign, whose file is sent while the form has no other. */
  campaignId: string | undefined
}

const OwnNumber = campaigns.test.body.pick({ number: true })

/**
 * Sends the message that is being written to the person's own phone. The number is remembered for
 * this user in this browser.
 */
export function CampaignTest({ whatsappId, content, media, campaignId }: CampaignTestProps) {
  const { t } = useTranslation('campaigns')
  const headingId = useId()
  const reasonId = useId()
  const key = `balcao.campaign-test.${useUser()?.id}`
  const form = useForm({ resolver: formResolver(OwnNumber), defaultValues: { number: readText(key) ?? '' } })
  const { errors, isSubmitting } = form.formState
  const send = form.handleSubmit(async ({ number }) => {
    if (whatsappId === null) return
    const stored = media && !(media instanceof File) ? campaignId : undefined
    const body = { ...content, number, whatsappId, ...(stored ? { campaignId: stored } : {}) }
    try {
      await api(campaigns.test, { body }, media instanceof File ? { files: [media] } : {})
      storeText(key, form.getValues('number'))
      toast.success(t('test.sent', { number: formatTypedPhone(form.getValues('number')) }))
    } catch (error) {
      saveFailed(form, error, { ERR_WAPP_INVALID_CONTACT: 'number', ERR_WAPP_CHECK_CONTACT: 'number' })
    }
  })
  return (
    <section aria-labelledby={headingId} className="min-w-0 rounded-md border border-line bg-bg p-3">
      <h3 id={headingId} className="font-medium text-sm">
        {t('test.title')}
      </h3>
      <p className="mt-0.5 mb-2 text-ink-2 text-sm">{t('test.hint')}</p>
      <Controller
        control={form.control}
        name="number"
        render={({ field }) => (
          <Field label={t('test.number')} error={fieldError(errors.number)}>
            <PhoneInput
              ref={field.ref}
              value={field.value}
              onBlur={field.onBlur}
              onChange={field.onChange}
              onKeyDown={event => {
                if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
                // Enter would save the campaign around it.
                event.preventDefault()
                void send()
              }}
            />
          </Field>
        )}
      />
      <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1">
        <Button
          icon={<Send size={16} />}
          loading={isSubmitting}
          disabled={whatsappId === null}
          aria-describedby={whatsappId === null ? reasonId : undefined}
          onClick={() => void send()}
        >
          {t('test.send')}
        </Button>
        {whatsappId === null && (
          <span id={reasonId} className="text-ink-2 text-sm">
            {t('test.noConnection')}
          </span>
        )}
      </div>
    </section>
  )
}
