import { ExternalLink } from 'lucide-react'
import { useTranslation } from 'react-i18next'

/** Places at Meta where the steps are done. */
const PLACES = {
  app: 'https://developers.facebook.com/apps',
  manager: 'https://business.facebook.com/latest/whatsapp_manager/phone_numbers',
  users: 'https://business.facebook.com/latest/settings/system_users',
} as const

const STEPS = ['account', 'number', 'ids', 'token', 'connect'] as const
const PLACE_OF: Partial<Record<(typeof STEPS)[number], keyof typeof PLACES>> = {
  account: 'app',
  number: 'manager',
  ids: 'manager',
  token: 'users',
}

/** Says, step by step, where each value of the form is found at Meta, and what it costs. */
export function CloudGuide() {
  const { t } = useTranslation('channels')
  return (
    <aside aria-label={t('cloud.guide.title')} className="rounded-md border border-line bg-hover/50 p-4 text-sm">
      <h3 className="mb-2 font-medium">{t('cloud.guide.title')}</h3>
      <ol className="flex list-decimal flex-col gap-2 pl-5 marker:text-ink-2">
        {STEPS.map(step => {
          const place = PLACE_OF[step]
          return (
            <li key={step}>
              {t(`cloud.guide.${step}`)}{' '}
              {place && (
                <a
                  href={PLACES[place]}
                  target="_blank"
                  rel="noopener noreferrer"
                  className="inline-flex items-center gap-1 whitespace-nowrap text-accent-ink underline underline-offset-2"
                >
                  {t(`cloud.guide.place.${place}`)}
                  <ExternalLink aria-hidden size={12} className="icon" />
                  <span className="sr-only">{t('cloud.guide.newTab')}</span>
                </a>
              )}
            </li>
          )
        })}
      </ol>
      <p className="mt-3 border-line border-t pt-3 text-ink-2">{t('cloud.guide.costs')}</p>
    </aside>
  )
}
