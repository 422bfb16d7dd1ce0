/** Form of a connection: its values, its checks, and the field that each refusal is about. */
import { whatsapp } from '@balcao/shared/api/channels/whatsapp.ts'
import type { Resolver, UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import { formResolver } from '#/lib/form-resolver.ts'

/** Field that each refusal is about. */
export const FIELD_OF = {
  ERR_WAPP_NAME_ALREADY_EXISTS: 'name',
  ERR_WAPP_GREETING_REQUIRED: 'greetingMessage',
  ERR_NO_TEMPLATE_FOUND: 'ratingTemplateId',
  ERR_TEMPLATE_KIND: 'ratingTemplateId',
  ERR_TEMPLATE_NOT_APPROVED: 'ratingTemplateId',
  ERR_TEMPLATE_VARIABLES: 'ratingTemplateId',
  ERR_CLOUD_TOKEN: 'accessToken',
  ERR_CLOUD_PERMISSION: 'accessToken',
  ERR_CLOUD_NUMBER: 'phoneNumberId',
  ERR_CLOUD_NUMBER_CONNECTED: 'phoneNumberId',
} as const

/** Fields of a known connection: a new number's templates and catalogue are not known yet. */
type Later = Pick<z.input<typeof whatsapp.update.body>, 'ratingTemplateId' | 'ratingTemplateVariables' | 'catalogId'>
type Values = z.input<typeof whatsapp.create.body> & Later
type Filled = z.output<typeof whatsapp.create.body> & Later
type FormResolver = Resolver<Values, unknown, Filled>

/** A change may carry a new token, and never Meta's ids. */
export const changeResolver = formResolver(whatsapp.update.body) as unknown as FormResolver
const CREATION = formResolver(whatsapp.create.body) as unknown as FormResolver

/** Resolves a new connection: fields typed for a cloud number stay out of a linked device. */
export const newResolver: FormResolver = ({ phoneNumberId, businessAccountId, accessToken, ...values }, ...rest) =>
  CREATION(values.provider === 'cloud' ? { ...values, phoneNumberId, businessAccountId, accessToken } : values, ...rest)

export type ConnectionForm = UseFormReturn<Values, unknown, Filled>
