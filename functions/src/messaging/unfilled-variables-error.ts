import { AppError } from '@balcao/shared/errors.ts'

/**
 * Returns the refusal of a template whose variables have no value, or one that Meta would refuse.
 * @param missing names of the variables
 * @param field field of the call in which their values stand
 * @param values the values given; one that is there is said to be wrong, not missing
 */
export const unfilledVariablesError = (
  missing: readonly string[],
  field: string,
  values: Readonly<Record<string, string>>,
): AppError =>
  new AppError('ERR_TEMPLATE_VARIABLES', {
    data: { missing },
    details: missing.map(name => ({
      path: `${field}.${name}`,
      code: Object.hasOwn(values, name) && values[name]!.trim() ? 'invalid_format' : 'required',
    })),
  })
