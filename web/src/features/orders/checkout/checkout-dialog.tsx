import type { Ticket } from '@balcao/shared/entities/ticket.ts'
import { toReais } from '@balcao/shared/rules/sales/money.ts'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { StepMarks } from '#/components/step-marks.tsx'
import { Button } from '#/components/ui/button.tsx'
import { Dialog } from '#/components/ui/dialog.tsx'
import { formatMoney } from '#/lib/format.ts'
import { useOnline } from '#/lib/use-online.ts'
import type { CartView } from '../cart/use-cart.ts'
import { ConfirmStep } from './confirm-step.tsx'
import { DoneStep } from './done-step.tsx'
import { FreightStep } from './freight-step.tsx'
import { PaymentStep } from './payment-step.tsx'
import { Totals } from './totals.tsx'
import { type Checkout, useCheckout } from './use-checkout.ts'

const STEPS = ['delivery', 'payment', 'confirm'] as const
type Step = (typeof STEPS)[number]

/**
 * Turns a cart into an order: freight or pickup, payment, confirmation (decision 0021). Leaving
 * keeps the draft.
 */
export function CheckoutDialog({ ticket, cart, onClose }: { ticket: Ticket; cart: CartView; onClose: () => void }) {
  const { t } = useTranslation('checkout')
  const online = useOnline()
  const [step, setStep] = useState<Step>('delivery')
  const checkout = useCheckout(ticket.id, cart)
  const { made, sending, paid, quote, typeDelivery } = checkout
  const heading = useRef<HTMLHeadingElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const seen = made ? 'done' : step
  const isThere = step !== 'payment' || (checkout.options.isSuccess && checkout.total !== null)
  // Each step begins at its first choice, the confirmation and the end at their heading.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another step, another beginning
  useEffect(() => {
    const radios = seen === 'confirm' ? null : content.current
    const first =
      radios?.querySelector<HTMLElement>('[role="radio"][data-state="checked"]') ??
      radios?.querySelector<HTMLElement>('[role="radio"]')
    ;(first ?? heading.current)?.focus()
  }, [seen, isThere])

  const { customerId, addressId } = cart.choice
  const placed = typeDelivery === 'retirada' || (typeDelivery === 'entrega' && addressId !== null)
  const delivered = placed && quote.isSuccess && !quote.isPlaceholderData
  const steps: Record<Step, boolean> = {
    delivery: delivered,
    payment: delivered && paid,
    confirm: delivered && paid && customerId !== null,
  }
  // The draft was checked out or deleted elsewhere, or emptied: there is nothing to check out.
  const gone = !made && !sending && !checkout.unanswered && cart.lines.length === 0
  useEffect(() => {
    if (gone) onClose()
  }, [gone, onClose])

  const at = STEPS.indexOf(step)
  const go = (by: number) => setStep(STEPS[at + by] ?? step)
  const confirmable = checkout.unanswered || steps.confirm
  const missing = sending ? null : missingAt(step, checkout, cart.choice, { online, confirmable, ready: steps[step] })

  const footer = made ? (
    <Button variant="primary" onClick={onClose}>
      {t('done.close')}
    </Button>
  ) : (
    <>
      {at > 0 && (
        <Button variant="ghost" disabled={sending} onClick={() => go(-1)} className="mr-auto">
          {t('back')}
        </Button>
      )}
      {missing && (
        <p id="checkout-missing" className="min-w-0 text-ink-2 text-sm">
          {missing.key === 'remaining' ? t('missing.remaining', { value: missing.value }) : t(`missing.${missing.key}`)}
        </p>
      )}
      {step === 'confirm' ? (
        <Button
          variant="primary"
          aria-describedby={missing ? 'checkout-missing' : undefined}
          loading={sending}
          disabled={!confirmable || !online}
          onClick={() => void checkout.confirm()}
        >
          {checkout.unanswered ? t('confirm.again') : t('confirm.submit')}
        </Button>
      ) : (
        <Button
          variant="primary"
          aria-describedby={missing ? 'checkout-missing' : undefined}
          disabled={!steps[step]}
          onClick={() => go(1)}
        >
          {t('next')}
        </Button>
      )}
    </>
  )

  return (
    <Dialog
      open
      onOpenChange={open => !open && !sending && onClose()}
      title={made ? t('done.title', { number: made.number }) : t('title')}
      size="lg"
      footer={footer}
    >
      {made ? (
        <DoneStep order={made} heading={heading} />
      ) : (
        <div ref={content} className="flex flex-col gap-5">
          <StepMarks label={t('steps')} names={STEPS.map(name => t(`${name}.step`))} at={at} />
          <h3 ref={heading} tabIndex={-1} className="font-semibold outline-none">
            {t(`${step}.title`)}
          </h3>
          {step === 'delivery' && <FreightStep cart={cart} checkout={checkout} />}
          {step === 'payment' && <PaymentStep checkout={checkout} />}
          {step === 'confirm' && <ConfirmStep cart={cart} checkout={checkout} onCart={onClose} />}
          {step !== 'confirm' && <Totals checkout={checkout} />}
          {step === 'confirm' && !online && (
            <p role="status" className="rounded-md bg-warning-soft px-3 py-2 text-warning-ink">
              {t('confirm.offline')}
            </p>
          )}
        </div>
      )}
    </Dialog>
  )
}

type Missing =
  | { key: 'type' | 'address' | 'sums' | 'payment' | 'customer' | 'online' }
  | { key: 'remaining'; value: string }

/** Returns why the step's button is disabled; null if it is not, or if the step itself says so. */
function missingAt(
  step: Step,
  { typeDelivery, quote, divided, remaining, paid, total }: Checkout,
  { customerId, addressId }: CartView['choice'],
  { online, confirmable, ready }: { online: boolean; confirmable: boolean; ready: boolean },
): Missing | null {
  if (step === 'confirm' && !online) return { key: 'online' }
  if (step === 'confirm' ? confirmable : ready) return null
  if (!typeDelivery) return { key: 'type' }
  if (typeDelivery === 'entrega' && addressId === null) return { key: customerId ? 'address' : 'customer' }
  if (quote.isError) return null
  if (total === null || quote.isPlaceholderData) return { key: 'sums' }
  if (!paid) {
    if (!divided || remaining <= 0) return { key: 'payment' }
    return { key: 'remaining', value: formatMoney(toReais(remaining)) }
  }
  return customerId ? { key: 'sums' } : { key: 'customer' }
}
