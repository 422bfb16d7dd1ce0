import { cep } from '@balcao/shared/api/customers/customers.ts'
import { type ReactNode, useRef, useState } from 'react'
import { Controller, type FieldErrors, type FieldValues, type Path, type UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Field } from '#/components/ui/field.tsx'
import { Input } from '#/components/ui/input.tsx'
import { Spinner } from '#/components/ui/spinner.tsx'
import { ZipCodeInput } from '#/components/ui/zip-code-input.tsx'
import { ApiError } from '#/lib/api-error.ts'
import { fetchOrCached } from '#/lib/fetch-or-cached.ts'
import { fieldError } from '#/lib/field-error.ts'
import { apiQuery, queryClient } from '#/lib/queries.ts'
import { useSetting } from '#/lib/settings.ts'

/** The address fields in a form; a form may have others beside them. */
type PlaceInput = {
  zipCode?: string | undefined
  address?: string | undefined
  number?: string | undefined
  complement?: string | undefined
  neighborhood?: string | undefined
  city?: string | undefined
  state?: string | undefined
  latitude?: number | null | undefined
  longitude?: number | null | undefined
}

interface AddressFieldsProps<Values extends FieldValues & PlaceInput, Output> {
  form: UseFormReturn<Values, unknown, Output>
  /** True if somebody has to find the place: all fields but the complement are required. */
  required?: boolean
  /**
   * Told when a look-up of a postal code begins and ends: what is saved meanwhile lacks its answer.
   */
  onLooking: (isLooking: boolean) => void
}

/**
 * Shows the fields of an address, filled by its postal code (decision 0044): eight digits fill
 * street, neighbourhood, city, state and coordinates, unless somebody has typed there meanwhile. A
 * failed look-up leaves the fields free. Coordinates are shown where freight is charged by
 * distance. Texts: `customers`.
 */
export function AddressFields<Values extends FieldValues & PlaceInput, Output>({
  form: given,
  required = false,
  onLooking,
}: AddressFieldsProps<Values, Output>) {
  const { t } = useTranslation('customers')
  const form = given as unknown as UseFormReturn<PlaceInput>
  const errors: FieldErrors<PlaceInput> = form.formState.errors
  const lookup = useLookup(form, onLooking)
  const byDistance = useSetting('deliveryMethods') === 'byKm'

  const field = (name: Exclude<Path<PlaceInput>, 'latitude' | 'longitude'>, most: number, needed = required) => (
    <Field label={t(`place.${name}`)} error={fieldError(errors[name])} required={needed} className={WIDTHS[name]}>
      <Input autoComplete="off" maxLength={most} {...form.register(name)} />
    </Field>
  )
  return (
    <div className="grid grid-cols-6 gap-4">
      <Controller
        control={form.control}
        name="zipCode"
        render={({ field: zip }) => (
          <Field
            label={t('place.zipCode')}
            error={fieldError(errors.zipCode)}
            hint={<LookupHint state={lookup.state} />}
            required={required}
            className={WIDTHS.zipCode}
          >
            <ZipCodeInput
              ref={zip.ref}
              value={zip.value ?? ''}
              onBlur={zip.onBlur}
              onChange={digits => {
                if (digits === zip.value) return
                zip.onChange(digits)
                lookup.look(digits)
              }}
            />
          </Field>
        )}
      />
      {field('address', 250)}
      {field('number', 30)}
      {field('complement', 255, false)}
      {field('neighborhood', 150)}
      {field('city', 150)}
      <Controller
        control={form.control}
        name="state"
        render={({ field: state }) => (
          <Field label={t('place.state')} error={fieldError(errors.state)} required={required} className={WIDTHS.state}>
            <Input
              ref={state.ref}
              autoComplete="off"
              maxLength={2}
              value={state.value ?? ''}
              onBlur={state.onBlur}
              onChange={event => state.onChange(event.target.value.toUpperCase())}
            />
          </Field>
        )}
      />
      {byDistance &&
        (['latitude', 'longitude'] as const).map(name => (
          <Field
            key={name}
            label={t(`place.${name}`)}
            hint={t('place.degrees')}
            error={fieldError(errors[name])}
            className="col-span-3"
          >
            <Input
              type="number"
              step="any"
              inputMode="decimal"
              autoComplete="off"
              className="tabular"
              {...form.register(name, { setValueAs: degrees })}
            />
          </Field>
        ))}
    </div>
  )
}

const WIDTHS = {
  zipCode: 'col-span-6 sm:col-span-2',
  address: 'col-span-6 sm:col-span-4',
  number: 'col-span-2',
  complement: 'col-span-4',
  neighborhood: 'col-span-6 sm:col-span-2',
  city: 'col-span-4 sm:col-span-3',
  state: 'col-span-2 sm:col-span-1',
}

/** Returns the value of a coordinate field: a number, or null where it is empty. */
const degrees = (typed: unknown) => (typed === '' || typed === null || typed === undefined ? null : Number(typed))

type State = 'idle' | 'looking' | 'unknown' | 'down'

/** Shows the state of the look-up. */
function LookupHint({ state }: { state: State }): ReactNode {
  const { t } = useTranslation('customers')
  return (
    <span aria-live="polite" className="flex items-center gap-1.5">
      {state === 'looking' && <Spinner />}
      {t(`place.${state}`)}
    </span>
  )
}

/** Fields that a postal code fills. */
const FILLED = ['address', 'neighborhood', 'city', 'state', 'latitude', 'longitude'] as const

function useLookup(form: UseFormReturn<PlaceInput>, onLooking: (isLooking: boolean) => void) {
  const [state, set] = useState<State>('idle')
  const setState = (next: State) => {
    set(next)
    onLooking(next === 'looking')
  }
  const last = useRef('')

  async function look(digits: string) {
    last.current = digits
    if (digits.length < 8) return setState('idle')
    const before = form.getValues()
    const asked = document.activeElement
    setState('looking')
    try {
      const place = await fetchOrCached(queryClient, {
        ...apiQuery(cep.get, { params: { zipCode: digits } }),
        retry: false,
      })
      if (last.current !== digits) return
      setState('idle')
      for (const name of FILLED)
        if (form.getValues(name) === before[name])
          form.setValue(name, place[name], { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
      // The focus stays where the person has gone on typing.
      if (document.activeElement === asked) form.setFocus('number')
    } catch (error) {
      if (last.current !== digits) return
      console.warn('a postal code was not found', error)
      setState(error instanceof ApiError && error.code === 'ERR_NO_ZIP_CODE_FOUND' ? 'unknown' : 'down')
    }
  }

  return { state, look: (digits: string) => void look(digits) }
}
