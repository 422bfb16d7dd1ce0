import { firstSteps } from '@balcao/shared/api/company/first-steps.ts'
import type { FirstSteps as Steps } from '@balcao/shared/entities/first-steps.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChevronRight, Circle, CircleCheck } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#/components/ui/button.tsx'
import { cn } from '#/lib/cn.ts'
import { apiQuery } from '#/lib/queries.ts'
import { api, updateSessionUser, useUser } from '#/lib/session.ts'
import { toast } from '#/lib/toast.ts'

/**
 * Path where each step is done; the last one leads to the contacts, since the person is already at
 * the tickets.
 */
const PLACES = { connection: '/connections', queue: '/queues', colleague: '/users', message: '/contacts' } as const
const ORDER = Object.keys(PLACES) as (keyof Steps)[]

const endHere = () => updateSessionUser(user => ({ ...user, company: { ...user.company, firstSteps: false } }))

/**
 * Shows the first steps of a new company, ticked off live as they are done; with the last one they
 * end by themselves.
 * @param props.instead shown until the steps are known, and where they cannot be read
 */
export function FirstSteps({ instead = null }: { instead?: ReactNode }) {
  const { t } = useTranslation('onboarding')
  const { company } = useUser()
  const params = { id: company.id }
  const steps = useQuery(apiQuery(firstSteps.get, { params }))
  const done = ORDER.filter(step => steps.data?.[step]).length
  const isAll = done === ORDER.length
  // The server has ended them with the last one: they leave the screen, and only a word remains.
  useEffect(() => {
    if (!isAll) return
    endHere()
    toast.success(t('steps.allDone'))
  }, [isAll, t])
  if (!steps.data || isAll) return instead
  const dismiss = async () => {
    try {
      await api(firstSteps.dismiss, { params })
      endHere()
      toast.success(t('steps.dismissed'))
    } catch (error) {
      toast.error(error)
    }
  }
  return (
    <section aria-label={t('steps.title')} className="rounded-md border border-line bg-surface">
      <header className="flex items-center gap-3 border-line border-b py-2 pr-2 pl-4">
        <h2 className="font-semibold">{t('steps.title')}</h2>
        <span className="tabular text-ink-2 text-sm">{t('steps.progress', { done, all: ORDER.length })}</span>
        <Button size="sm" variant="ghost" className="ml-auto" onClick={() => void dismiss()}>
          {t('steps.dismiss')}
        </Button>
      </header>
      <ol>
        {ORDER.map(step => (
          <Step key={step} step={step} done={steps.data[step]} />
        ))}
      </ol>
    </section>
  )
}

function Step({ step, done }: { step: keyof Steps; done: boolean }) {
  const { t } = useTranslation('onboarding')
  const Mark = done ? CircleCheck : Circle
  return (
    <li className="border-line border-t first:border-t-0">
      <Link to={PLACES[step]} className="flex items-center gap-3 px-4 py-2.5 hover:bg-hover touch:min-h-control">
        <Mark aria-hidden size={20} className={cn('icon shrink-0', done ? 'text-success-ink' : 'text-ink-3')} />
        <span className="min-w-0 flex-1">
          <span className={cn('block font-medium', done && 'text-ink-2 line-through')}>{t(`steps.${step}`)}</span>
          <span className="sr-only">{t(done ? 'steps.isDone' : 'steps.isOpen')}</span>
          {!done && <span className="block text-ink-2 text-sm">{t(`steps.${step}Hint`)}</span>}
        </span>
        {!done && <ChevronRight aria-hidden size={16} className="icon shrink-0 text-ink-3" />}
      </Link>
    </li>
  )
}
