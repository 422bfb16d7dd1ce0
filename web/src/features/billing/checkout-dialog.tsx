import { companies } from '@balcao/shared/api/company/companies.ts'
import { subscription } from '@balcao/shared/api/company/invoices.ts'
import type { PixCharge } from '@balcao/shared/entities/invoice.ts'
import type { Plan } from '@balcao/shared/entities/plan.ts'
import { useQuery } from '@tanstack/react-query'
import { PartyPopper } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { StepMarks } from '#/components/step-marks.tsx'
import { Button } from '#/components/ui/button.tsx'
import { Dialog } from '#/components/ui/dialog.tsx'
import { ErrorState } from '#/components/ui/error-state.tsx'
import { Skeleton } from '#/components/ui/skeleton.tsx'
import { formResolver } from '#/lib/form-resolver.ts'
import { formatDate } from '#/lib/format.ts'
import { apiQuery } from '#/lib/queries.ts'
import { api, useUser } from '#/lib/session.ts'
import { toast } from '#/lib/toast.ts'
import { useOnline } from '#/lib/use-online.ts'
import { CheckoutData, EMPTY_DATA, Payer, type PayerData } from './checkout-data.tsx'
import { CheckoutPlans } from './checkout-plans.tsx'
import { CheckoutReview } from './checkout-review.tsx'
import type { Payable } from './payable.ts'
import { PixPanel } from './pix-panel.tsx'
import { useRenewed } from './use-renewed.ts'

const STEPS = ['data', 'plan', 'review'] as const
type Step = (typeof STEPS)[number]

interface CheckoutDialogProps {
  invoice: Payable
  onClose: () => void
}

/** Pays an invoice: data, plan, review, then the Pix code (decision 0022). */
export function CheckoutDialog(props: CheckoutDialogProps) {
  const { t } = useTranslation('billing')
  const { companyId } = useUser()
  const company = useQuery(apiQuery(companies.get, { params: { id: companyId } }))
  if (company.data) {
    const { billingName, addressStreet, addressCity, addressState, addressZipCode } = company.data
    const data: PayerData = {
      ...EMPTY_DATA,
      firstName: billingName,
      address2: addressStreet,
      city: addressCity,
      state: addressState,
      zipcode: addressZipCode,
    }
    return <Checkout {...props} known={data} />
  }
  return (
    <Dialog open onOpenChange={open => !open && props.onClose()} title={t('checkout.title')} size="lg">
      {company.isError ? (
        <ErrorState
          compact
          error={company.error}
          onRetry={() => void company.refetch()}
          retrying={company.isFetching}
        />
      ) : (
        <Skeleton className="h-64" />
      )}
    </Dialog>
  )
}

function Checkout({ invoice, onClose, known }: CheckoutDialogProps & { known: PayerData }) {
  const { t } = useTranslation('billing')
  const online = useOnline()
  const [step, setStep] = useState<Step>('data')
  const [plan, setPlan] = useState<Plan | null>(null)
  const [pix, setPix] = useState<PixCharge | null>(null)
  const [sending, setSending] = useState(false)
  const form = useForm({ resolver: formResolver(Payer), defaultValues: known })
  const renewed = useRenewed(pix !== null)
  const heading = useRef<HTMLHeadingElement>(null)
  // Each step begins at its heading, for keyboards and screen readers.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another step, another beginning
  useEffect(() => heading.current?.focus(), [step, pix === null, renewed === null])

  const at = STEPS.indexOf(step)
  const next = async () => {
    if (step === 'data' && !(await form.trigger(undefined, { shouldFocus: true }))) return
    setStep(STEPS[at + 1] ?? step)
  }
  const pay = async () => {
    if (!plan) return
    setSending(true)
    try {
      const answer = await api(subscription.create, {
        body: {
          ...form.getValues(),
          plan: plan.id,
          price: plan.value,
          users: plan.users,
          connections: plan.connections,
          ...(invoice.id === undefined ? {} : { invoiceId: invoice.id }),
        },
      })
      setPix(answer.pix)
      toast.success(t('checkout.made'))
    } catch (error) {
      toast.error(error)
    } finally {
      setSending(false)
    }
  }

  const footer = pix ? (
    <Button onClick={onClose}>{t('checkout.close')}</Button>
  ) : (
    <>
      {at > 0 && (
        <Button variant="ghost" disabled={sending} onClick={() => setStep(STEPS[at - 1] ?? step)} className="mr-auto">
          {t('checkout.back')}
        </Button>
      )}
      {step === 'review' ? (
        <Button variant="primary" loading={sending} disabled={!online || !plan} onClick={() => void pay()}>
          {t('pay')}
        </Button>
      ) : (
        <Button variant="primary" disabled={step === 'plan' && !plan} onClick={() => void next()}>
          {t('checkout.next')}
        </Button>
      )}
    </>
  )

  const title = invoice.number === undefined ? t('change.title') : t('checkout.titleOf', { number: invoice.number })
  return (
    <Dialog open onOpenChange={open => !open && !sending && onClose()} title={title} size="lg" footer={footer}>
      {renewed ? (
        <div className="flex flex-col items-center gap-3 py-8 text-center">
          <PartyPopper aria-hidden size={32} className="icon text-accent-ink" />
          <h3 ref={heading} tabIndex={-1} className="font-semibold text-lg outline-none">
            {t('renewed', { date: formatDate(renewed) })}
          </h3>
        </div>
      ) : pix ? (
        <div>
          <h3 ref={heading} tabIndex={-1} className="mb-4 text-center font-semibold outline-none">
            {t('pix.title')}
          </h3>
          <PixPanel pix={pix} />
        </div>
      ) : (
        <div className="flex flex-col gap-5">
          <StepMarks label={t('checkout.steps')} names={STEPS.map(name => t(`checkout.step.${name}`))} at={at} />
          <h3 ref={heading} tabIndex={-1} className="font-semibold outline-none">
            {t(`checkout.heading.${step}`)}
          </h3>
          {step === 'data' && <CheckoutData form={form} />}
          {step === 'plan' && <CheckoutPlans current={invoice.planId} chosen={plan} onChoose={setPlan} />}
          {step === 'review' && plan && <CheckoutReview invoice={invoice} plan={plan} payer={form.getValues()} />}
          {step === 'review' && !online && (
            <p role="status" className="rounded-md bg-warning-soft px-3 py-2 text-warning-ink">
              {t('checkout.offline')}
            </p>
          )}
        </div>
      )}
    </Dialog>
  )
}
