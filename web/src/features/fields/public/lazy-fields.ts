import { lazyPart } from '#/lib/lazy-part.ts'

/** Custom fields in the form of a row. */
export const FormFields = lazyPart(() => import('../form-fields.tsx').then(file => file.FormFields), 'fields')

/** Custom fields of a row that is shown, each changed where it stands. */
export const ShownFields = lazyPart(() => import('../shown-fields.tsx').then(file => file.ShownFields), 'fields')

/** Filter of a list by its rows' custom fields. */
export const FieldFilters = lazyPart(() => import('../field-filters.tsx').then(file => file.FieldFilters), 'fields')
