import { contact as contactCheck, contacts } from '@balcao/shared/api/contacts/contacts.ts'
import { tags } from '@balcao/shared/api/tickets/tags.ts'
import { queryKey } from '@balcao/shared/api-contract/query-key.ts'
import type { Contact } from '@balcao/shared/entities/contact.ts'
import { capabilitiesOfContact } from '@balcao/shared/rules/capabilities.ts'
import { normalizeNumber } from '@balcao/shared/rules/phone-number.ts'
import { type InfiniteData, useQuery } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, Plus, Trash2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { type Control, Controller, useFieldArray, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '#/components/form-dialog.tsx'
import { Button } from '#/components/ui/button.tsx'
import { MultiSelect } from '#/components/ui/combobox.tsx'
import { ErrorState } from '#/components/ui/error-state.tsx'
import { Field, FormSection } from '#/components/ui/field.tsx'
import { IconButton } from '#/components/ui/icon-button.tsx'
import { Input } from '#/components/ui/input.tsx'
import { PhoneInput } from '#/components/ui/phone-input.tsx'
import { Skeleton } from '#/components/ui/skeleton.tsx'
import { Spinner } from '#/components/ui/spinner.tsx'
import { changedFields } from '#/features/fields/public/changed-fields.ts'
import { FormFields } from '#/features/fields/public/lazy-fields.ts'
import { applyListEvent } from '#/lib/apply-list-event.ts'
import { fieldError } from '#/lib/field-error.ts'
import { formResolver } from '#/lib/form-resolver.ts'
import { isMasked } from '#/lib/format.ts'
import { withPlus } from '#/lib/format-typed-phone.ts'
import { lazyPart } from '#/lib/lazy-part.ts'
import { useMayAccess } from '#/lib/permissions.ts'
import { apiQuery, queryClient } from '#/lib/queries.ts'
import { saveFailed } from '#/lib/save-failed.ts'
import { api } from '#/lib/session.ts'
import { toast } from '#/lib/toast.ts'
import { useDebouncedValue } from '#/lib/use-debounced-value.ts'
import { useIsHeld } from './use-is-held.ts'

const EraseDialog = lazyPart(() => import('./erase-dialog.tsx').then(file => file.EraseDialog))

interface ContactDialogProps {
  /** Id of the contact to edit; null: a new one. */
  id: string | null
  onClose: () => void
  /** Shows another contact instead (the one that already has the number). */
  onOpen: (id: string) => void
}

export function ContactDialog({ id, onClose, onOpen }: ContactDialogProps) {
  const { t } = useTranslation('contacts')
  const [erasing, setErasing] = useState(false)
  const loaded = useQuery({
    ...apiQuery(contacts.get, { params: { id: id ?? '' } }),
    enabled: id !== null,
    // A clicked row is already cached.
    placeholderData: () => listed(id),
  })
  if (id !== null && !loaded.data)
    return (
      <FormDialog
        title={t('edit')}
        dirty={false}
        busy={false}
        onSubmit={() => undefined}
        onClose={onClose}
        instead={
          loaded.isError ? (
            <ErrorState
              compact
              error={loaded.error}
              onRetry={() => void loaded.refetch()}
              retrying={loaded.isFetching}
            />
          ) : (
            <div className="flex flex-col gap-4">
              <Skeleton className="h-14" />
              <Skeleton className="h-14" />
              <Skeleton className="h-14" />
            </div>
          )
        }
      >
        {null}
      </FormDialog>
    )
  if (erasing && loaded.data)
    return (
      <Suspense>
        <EraseDialog contact={loaded.data} onClose={onClose} />
      </Suspense>
    )
  return (
    <ContactForm contact={loaded.data ?? null} onClose={onClose} onOpen={onOpen} onErase={() => setErasing(true)} />
  )
}

/** Returns the contact from a cached list. */
function listed(id: string | null) {
  return queryClient
    .getQueriesData<InfiniteData<{ contacts: Contact[] }>>({ queryKey: queryKey(contacts.list) })
    .flatMap(([, data]) => data?.pages ?? [])
    .flatMap(page => page.contacts)
    .find(contact => contact.id === id)
}

const WITHOUT_NUMBER = contacts.create.body.omit({ number: true }) as unknown as typeof contacts.create.body

interface ContactFormProps extends Omit<ContactDialogProps, 'id'> {
  contact: Contact | null
  onErase: () => void
}

function ContactForm({ contact, onClose, onOpen, onErase }: ContactFormProps) {
  const { t } = useTranslation(['contacts', 'common'])
  const mayErase = useMayAccess('admin') && contact !== null
  // A contact of a Facebook or Instagram page has no number, and gets none here.
  const isPage = contact !== null && !capabilitiesOfContact(contact).startsByNumber
  // The server refuses a mask, so only what was changed is sent.
  const hidden = contact !== null && isMasked(contact.number)
  const form = useForm({
    resolver: formResolver(isPage || hidden ? WITHOUT_NUMBER : contacts.create.body),
    defaultValues: {
      name: contact?.name ?? '',
      number: contact && !contact.isGroup && !hidden ? withPlus(contact.number) : (contact?.number ?? ''),
      email: contact?.email ?? '',
      extraInfo: contact?.extraInfo ?? [],
      fields: contact?.fields ?? {},
      contactTags: contact?.contactTags.map(({ id }) => id) ?? [],
    },
  })
  const isHeld = useIsHeld(contact)
  const allTags = useQuery(apiQuery(tags.listAll)).data ?? contact?.contactTags ?? []
  const extra = useFieldArray({ control: form.control, name: 'extraInfo' })
  const { errors, isSubmitting, isDirty } = form.formState
  const values = form.watch()
  // Each field may be valid, and all of them together too long.
  const tooMuch = errors.extraInfo?.root && fieldError(errors.extraInfo.root)

  const submit = form.handleSubmit(async body => {
    try {
      const given = { ...body, fields: changedFields(contact?.fields, body.fields) }
      const { name, email, extraInfo, contactTags } = form.formState.dirtyFields
      const changed = {
        ...(name ? { name: given.name } : {}),
        ...(email ? { email: given.email } : {}),
        ...(extraInfo ? { extraInfo: given.extraInfo } : {}),
        ...(contactTags ? { contactTags: given.contactTags } : {}),
        fields: given.fields,
      }
      const saved = contact
        ? await api(contacts.update, { params: { id: contact.id }, body: hidden ? changed : given })
        : await api(contacts.create, { body: given })
      applyListEvent(queryClient, contacts.list, 'contacts', { action: contact ? 'update' : 'create', row: saved })
      queryClient.setQueryData(apiQuery(contacts.get, { params: { id: saved.id } }).queryKey, saved)
      toast.success(t('saved'))
      onClose()
    } catch (error) {
      saveFailed(form, error, { ERR_DUPLICATED_CONTACT: 'number', ERR_WAPP_INVALID_CONTACT: 'number' })
    }
  })

  return (
    <FormDialog
      title={contact ? t('edit') : t('add')}
      dirty={isDirty}
      busy={isSubmitting}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label={t('field.name')} error={fieldError(errors.name)} required>
        <Input autoComplete="off" {...form.register('name')} />
      </Field>
      <div hidden={isPage}>
        <Controller
          control={form.control}
          name="number"
          render={({ field }) => (
            <Field
              label={t('field.number')}
              hint={t(hidden ? 'field.numberHidden' : isHeld ? 'field.numberHeld' : 'field.numberHint')}
              error={fieldError(errors.number)}
              required
            >
              {contact?.isGroup || hidden ? (
                <Input readOnly className="tabular" value={field.value} />
              ) : (
                <PhoneInput
                  readOnly={isHeld}
                  ref={field.ref}
                  value={field.value}
                  onBlur={field.onBlur}
                  onChange={field.onChange}
                />
              )}
            </Field>
          )}
        />
        {!isPage && !hidden && <NumberCheck number={values.number} contact={contact} onOpen={onOpen} />}
      </div>
      <Field label={t('field.email')} error={fieldError(errors.email)}>
        <Input type="email" autoComplete="off" {...form.register('email')} />
      </Field>
      <Controller
        control={form.control}
        name="contactTags"
        render={({ field }) => (
          <Field label={t('field.tags')} hint={t('field.tagsHint')} error={fieldError(errors.contactTags as never)}>
            <MultiSelect
              placeholder={t('field.noTags')}
              options={allTags.map(({ id, name, color }) => ({ value: id, label: name, color }))}
              value={(field.value ?? []) as string[]}
              onChange={ids => field.onChange([...ids])}
            />
          </Field>
        )}
      />
      <Suspense>
        <FormFields control={form.control as unknown as Control} on="contact" />
      </Suspense>
      <FormSection title={t('extra.title')}>
        {extra.fields.map((field, index) => (
          <div key={field.id} className="flex items-start gap-2">
            <Field
              label={<span className="sr-only">{t('extra.name')}</span>}
              error={fieldError(errors.extraInfo?.[index]?.name)}
              className="flex-1"
            >
              <Input placeholder={t('extra.name')} {...form.register(`extraInfo.${index}.name`)} />
            </Field>
            <Field
              label={<span className="sr-only">{t('extra.value')}</span>}
              error={fieldError(errors.extraInfo?.[index]?.value)}
              className="flex-1"
            >
              <Input placeholder={t('extra.value')} {...form.register(`extraInfo.${index}.value`)} />
            </Field>
            <IconButton
              label={t('extra.remove', { position: index + 1 })}
              icon={<Trash2 size={16} />}
              tone="danger"
              className="mt-[22px]"
              onClick={() => extra.remove(index)}
            />
          </div>
        ))}
        {tooMuch && (
          <p role="alert" className="text-danger-ink text-sm">
            {tooMuch}
          </p>
        )}
        <Button
          size="sm"
          icon={<Plus size={16} />}
          className="self-start"
          onClick={() => extra.append({ name: '', value: '' })}
        >
          {t('extra.add')}
        </Button>
      </FormSection>
      {mayErase && (
        <FormSection title={t('erase.section')}>
          <p className="text-ink-2 text-sm">{t('erase.hint')}</p>
          <Button variant="danger" size="sm" icon={<Trash2 size={16} />} className="self-start" onClick={onErase}>
            {t('erase.action')}
          </Button>
        </FormSection>
      )}
    </FormDialog>
  )
}

interface NumberCheckProps {
  number: string
  contact: Contact | null
  onOpen: (id: string) => void
}

/**
 * Shows whether the number already belongs to a contact and whether WhatsApp knows it; checked once
 * it is no longer being typed.
 */
function NumberCheck({ number, contact, onOpen }: NumberCheckProps) {
  const { t } = useTranslation('contacts')
  const digits = useDebouncedValue(normalizeNumber(number))
  const wanted = digits.length >= 10 && digits.length <= 15 && digits !== contact?.number && !contact?.isGroup
  const check = useQuery({
    // The digits include a country code; the + keeps it from being read as a Brazilian area code.
    ...apiQuery(contactCheck.check, { query: { number: `+${digits}` } }),
    enabled: wanted,
    retry: false,
  })
  if (!wanted || check.isError) return null
  const found = check.data?.existingContact
  return (
    <p aria-live="polite" className="mt-1 flex items-center gap-1.5 text-sm">
      {!check.data ? (
        <>
          <Spinner className="text-ink-2" /> <span className="text-ink-2">{t('check.checking')}</span>
        </>
      ) : found && found.id !== contact?.id ? (
        <>
          <CircleAlert aria-hidden size={16} className="icon shrink-0 text-warning-ink" />
          <span className="truncate">{t('check.exists', { name: found.name })}</span>
          <Button variant="link" size="inline" onClick={() => onOpen(found.id)}>
            {t('check.open')}
          </Button>
        </>
      ) : check.data.invalido ? (
        <>
          <CircleAlert aria-hidden size={16} className="icon shrink-0 text-danger-ink" />
          {t('check.invalid')}
        </>
      ) : (
        <>
          <CircleCheck aria-hidden size={16} className="icon shrink-0 text-success-ink" />
          <span className="text-ink-2">{t('check.valid')}</span>
        </>
      )}
    </p>
  )
}
