/** Refusals of a template that is to be sent, now or later. */
export const TEMPLATE_REFUSALS = [
  'ERR_NO_TEMPLATE_FOUND',
  'ERR_TEMPLATE_NOT_APPROVED',
  'ERR_TEMPLATE_KIND',
  'ERR_TEMPLATE_VARIABLES',
] as const
