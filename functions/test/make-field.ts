import { fields } from '@balcao/shared/api/company/fields.ts'
import type { CustomField } from '@balcao/shared/entities/custom-field.ts'
import { call, type TestUser } from './harness.ts'

type Given = Pick<CustomField, 'on' | 'type'> & Partial<Pick<CustomField, 'name' | 'choices'>>

/** Creates a custom field as an admin. */
export async function makeField(
  admin: TestUser,
  { name = crypto.randomUUID(), ...given }: Given,
): Promise<CustomField> {
  const { status, body, error } = await call(fields.create, { as: admin, body: { name, ...given } })
  if (status !== 201) throw new Error(error)
  return body
}
