import { z } from 'zod'
import { rowLists, rowRoutes } from '../../api-contract/row-routes.ts'
import { CustomField, FieldOwner, FieldType, MAX_CHOICE_LENGTH, MAX_CHOICES } from '../../entities/custom-field.ts'
import { normalizeName } from '../../rules/normalize-name.ts'
import { codeMessage } from '../../validation/field-message.ts'

const rights = { read: 'user', change: 'admin' } as const

const Choices = z
  .array(z.string().trim().min(1).max(MAX_CHOICE_LENGTH))
  .max(MAX_CHOICES)
  .refine(list => new Set(list.map(normalizeName)).size === list.length, codeMessage('duplicate'))

/** Custom fields of the company: fields of its own on contacts, tickets and customers. */
export const fields = {
  ...rowLists({ ...rights, path: '/fields', field: 'fields', row: CustomField }),
  ...rowRoutes({
    ...rights,
    path: '/fields',
    one: 'a custom field; whom it is on and its type never change',
    audit: 'field',
    row: CustomField,
    fields: {
      name: z.string().trim().min(1).max(60),
      on: FieldOwner,
      type: FieldType,
      choices: Choices.default([]),
    },
    missing: 'ERR_NO_FIELD_FOUND',
    refusals: ['ERR_FIELD_NAME_ALREADY_EXISTS', 'ERR_FIELD_TYPE_FIXED', 'ERR_FIELD_WITHOUT_CHOICES', 'ERR_FIELD_LIMIT'],
  }),
}
