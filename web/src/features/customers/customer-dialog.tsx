import { contacts } from '@balcao/shared/api/contacts/contacts.ts'
import { customers } from '@balcao/shared/api/customers/customers.ts'
import { portfolios } from '@balcao/shared/api/customers/portfolios.ts'
import type { Customer } from '@balcao/shared/entities/customer.ts'
import { isDocument } from '@balcao/shared/rules/sales/document.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { MapPin, Search } from 'lucide-react'
import { Suspense, useEffect, useRef, useState } from 'react'
import { type Control, Controller, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { DayField } from '#/components/day-field.tsx'
import { RowDialog } from '#/components/row-dialog.tsx'
import { SwitchField } from '#/components/switch-field.tsx'
import { Button } from '#/components/ui/button.tsx'
import { DocumentInput } from '#/components/ui/document-input.tsx'
import { Field } from '#/components/ui/field.tsx'
import { Input } from '#/components/ui/input.tsx'
import { Select } from '#/components/ui/select.tsx'
import { changedFields } from '#/features/fields/public/changed-fields.ts'
import { FormFields } from '#/features/fields/public/lazy-fields.ts'
import { ApiError } from '#/lib/api-error.ts'
import { fetchOrCached } from '#/lib/fetch-or-cached.ts'
import { fieldError } from '#/lib/field-error.ts'
import { formResolver } from '#/lib/form-resolver.ts'
import { dayOf } from '#/lib/format.ts'
import { useMayAccess } from '#/lib/permissions.ts'
import { apiQuery, queryClient } from '#/lib/queries.ts'
import { api } from '#/lib/session.ts'
import { toast } from '#/lib/toast.ts'

export interface CustomerDialogProps {
  /** The customer to edit; null: a new one, whose document is looked up first. */
  customer: Customer | null
  /** Contact who writes for the customer: linked to it as soon as it is saved. */
  contact?: { id: string; name: string; email: string } | undefined
  /** Values that were read in the conversation, each with the words it stands in. */
  read?: Readonly<Partial<Record<string, { value: string; words: string }>>> | undefined
  /** Shows the addresses of an existing customer. */
  onAddresses?: ((customer: Customer) => void) | undefined
  onClose: () => void
}

/** Returns the form's values; what was read fills what nobody has written yet. */
const valuesOf = (customer: Customer | null, read: CustomerDialogProps['read'] = {}) => ({
  document: customer?.document ?? read.document?.value ?? '',
  fullName: customer?.fullName ?? read.fullName?.value ?? '',
  email: customer?.email || (read.email?.value ?? ''),
  birthday: customer?.birthday ?? read.birthday?.value ?? null,
  portfolioId: customer?.portfolioId ?? '',
  customerDefault: customer?.customerDefault ?? false,
  fields: customer?.fields ?? {},
})

/**
 * Shows the dialog of a customer, which begins with the document: the other fields open after its
 * look-up, filled when such a customer exists (decision 0044). Texts: `customers`.
 */
export function CustomerDialog({ customer: given, contact, read, onAddresses, onClose }: CustomerDialogProps) {
  const { t } = useTranslation('customers')
  const [customer, setCustomer] = useState(given)
  const form = useForm({ resolver: formResolver(customers.create.body), defaultValues: valuesOf(given, read) })
  const { errors } = form.formState
  const values = form.watch()
  const lookup = useDocumentLookup(values.document)
  const known = customer !== null || lookup.state === 'none'
  const choices = useQuery(apiQuery(portfolios.listAll))

  async function look() {
    const found = await lookup.look()
    if (found === undefined) return
    if (found.customer) {
      setCustomer(found.customer)
      form.reset(valuesOf(found.customer, read))
    } else {
      const { document } = form.getValues()
      form.reset(
        {
          ...valuesOf(null, read),
          document,
          fullName: read?.fullName?.value ?? contact?.name ?? '',
          email: read?.email?.value ?? contact?.email ?? '',
          portfolioId: found.portfolioId,
        },
        { keepDefaultValues: true },
      )
    }
    // Waits for the frame in which the field opens.
    requestAnimationFrame(() => form.setFocus('fullName'))
  }

  // A document that was read needs nobody to type it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the dialog opens
  useEffect(() => {
    if (read?.document && !given) void look()
  }, [])

  const hintOf = (name: string) => read?.[name] && t('readIn', { words: read[name].words })

  return (
    <RowDialog
      form={form}
      busy={lookup.state === 'looking'}
      title={given ? t('edit') : t('add')}
      notice={
        customer &&
        onAddresses && (
          <Button icon={<MapPin size={16} />} onClick={() => onAddresses(customer)}>
            {t('addresses.title')}
          </Button>
        )
      }
      save={async given => {
        if (!known) return void (await look())
        const body = { ...given, fields: changedFields(customer?.fields, given.fields) }
        const saved = customer
          ? await api(customers.update, { params: { id: customer.id }, body })
          : await api(customers.create, { body })
        // If the link fails, the next attempt updates this customer.
        setCustomer(saved)
        queryClient.setQueryData(apiQuery(customers.get, { params: { id: saved.id } }).queryKey, saved)
        if (contact) {
          const linked = await api(contacts.update, { params: { id: contact.id }, body: { customerId: saved.id } })
          queryClient.setQueryData(apiQuery(contacts.get, { params: { id: contact.id } }).queryKey, linked)
        }
        return saved
      }}
      list={customers.list}
      rowsKey="customers"
      saved={contact ? t('linked') : t('saved')}
      fieldOf={{ ERR_CUSTOMER_DOCUMENT_ALREADY_EXISTS: 'document', ERR_NO_PORTFOLIO_FOUND: 'portfolioId' }}
      onRefused={() => {
        if (!known && !errors.document) void look()
      }}
      onClose={onClose}
    >
      <Controller
        control={form.control}
        name="document"
        render={({ field }) => (
          <div className="flex items-start gap-2">
            <Field
              label={t('field.document')}
              error={fieldError(errors.document)}
              hint={
                !errors.document && (
                  <span aria-live="polite">{customer ? !given && t('lookup.found') : t(`lookup.${lookup.state}`)}</span>
                )
              }
              required
              className="flex-1"
            >
              <DocumentInput
                ref={field.ref}
                value={field.value}
                onBlur={field.onBlur}
                onChange={signs => {
                  field.onChange(signs)
                  // Another document means another customer.
                  if (!given && customer) {
                    setCustomer(null)
                    form.reset({ ...valuesOf(null), document: signs }, { keepDefaultValues: true })
                  }
                }}
                onKeyDown={event => {
                  if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || known) return
                  event.preventDefault()
                  void look()
                }}
              />
            </Field>
            {!given && (
              <Button
                icon={<Search size={16} />}
                loading={lookup.state === 'looking'}
                disabled={!isDocument(values.document) || known}
                onClick={() => void look()}
                className="mt-[22px]"
              >
                {t('lookup.action')}
              </Button>
            )}
          </div>
        )}
      />
      <Field
        label={t('field.fullName')}
        error={known ? fieldError(errors.fullName) : undefined}
        hint={hintOf('fullName')}
        required
      >
        <Input autoComplete="off" maxLength={160} disabled={!known} {...form.register('fullName')} />
      </Field>
      <Field
        label={t('field.email')}
        error={known ? fieldError(errors.email) : undefined}
        hint={hintOf('email')}
        required
      >
        <Input type="email" autoComplete="off" disabled={!known} {...form.register('email')} />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label={t('field.portfolio')}
          error={known ? fieldError(errors.portfolioId) : undefined}
          hint={choices.data?.length === 0 ? <NoPortfolios /> : undefined}
          required
        >
          <Select
            disabled={!known}
            placeholder={t('field.choose')}
            options={(choices.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
            // The options may arrive after the value.
            key={choices.data ? 'there' : 'waiting'}
            {...form.register('portfolioId')}
          />
        </Field>
        <DayField
          control={form.control}
          name="birthday"
          label={t('field.birthday')}
          none={null}
          min="1900-01-01"
          max={dayOf(Date.now())}
          disabled={!known}
        />
      </div>
      <SwitchField
        control={form.control}
        name="customerDefault"
        label={t('field.default')}
        hint={t('field.defaultHint')}
        disabled={!known}
      />
      {known && (
        <Suspense>
          <FormFields control={form.control as unknown as Control} on="customer" />
        </Suspense>
      )}
    </RowDialog>
  )
}

function NoPortfolios() {
  const { t } = useTranslation('customers')
  const admin = useMayAccess('admin')
  return admin ? (
    <Link to="/portfolios" className="text-accent-ink underline underline-offset-4">
      {t('field.noPortfolios')}
    </Link>
  ) : (
    t('field.askPortfolios')
  )
}

/** Returns the id of the company's portfolio if it has only one; else an empty text. */
async function onlyPortfolio(): Promise<string> {
  const [only, another] = await fetchOrCached(queryClient, apiQuery(portfolios.listAll)).catch(() => [])
  return only && !another ? only.id : ''
}

type Lookup = 'ask' | 'looking' | 'none' | 'wrong' | 'failed'

/** Looks up the customer of a document. A result is valid for that document alone. */
function useDocumentLookup(document: string) {
  const [lookup, setLookup] = useState<{ document: string; state: Lookup }>({ document: '', state: 'ask' })
  const last = useRef(document)
  last.current = document
  const typed = document.length === 11 || document.length === 14
  const state = lookup.document === document ? lookup.state : typed && !isDocument(document) ? 'wrong' : 'ask'

  /**
   * @returns the customer, null when the document belongs to none, and then the only portfolio;
   * undefined when the look-up failed or the person has typed on
   */
  async function look(): Promise<{ customer: Customer | null; portfolioId: string } | undefined> {
    if (!isDocument(document)) {
      setLookup({ document, state: document === '' ? 'ask' : 'wrong' })
      return undefined
    }
    setLookup({ document, state: 'looking' })
    const isOutdated = () => {
      if (last.current === document) return false
      // The same document may be typed again.
      setLookup(now => (now.document === document ? { document: '', state: 'ask' } : now))
      return true
    }
    try {
      const found = await api(customers.search, { params: { document } })
      if (isOutdated()) return undefined
      setLookup({ document, state: 'ask' })
      return { customer: found, portfolioId: '' }
    } catch (error) {
      if (isOutdated()) return undefined
      if (error instanceof ApiError && error.code === 'ERR_NO_CUSTOMER_FOUND') {
        const portfolioId = await onlyPortfolio()
        if (isOutdated()) return undefined
        setLookup({ document, state: 'none' })
        return { customer: null, portfolioId }
      }
      setLookup({ document, state: 'failed' })
      toast.error(error)
      return undefined
    }
  }
  return { state, look }
}
