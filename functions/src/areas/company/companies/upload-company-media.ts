import { LOGO_LIMIT } from '@balcao/shared/api/company/companies.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { bareMimetype } from '@balcao/shared/media.ts'
import { changeCompany, requireCompany } from '../../../data/company/company.ts'
import type { UserContext } from '../../../http/context.ts'
import { uploadForm } from '../../../integrations/storage.ts'
import { readPrepared } from '../../read-prepared.ts'
import { keptFolder, preparedKey } from '../../store-upload.ts'
import type { Operations } from '../operations.ts'
import { publishCompany } from './publish-company.ts'
import { requireOwnCompany } from './require-own-company.ts'
import { LOGO_TYPES, storeLogo } from './store-logo.ts'
import { withPlans } from './with-plan.ts'

async function change(ctx: UserContext, id: string, logo: { mediaPath: string; mediaName: string } | null) {
  const after = await changeCompany(id, { logo })
  ctx.audit({ companyId: id })
  await publishCompany(after)
  return (await withPlans([after]))[0]!
}

const FOLDER = keptFolder('logo')

/** Stores the logo from the form, or one that a browser uploaded to the bucket. */
export const uploadCompanyMedia: Operations['companies']['uploadMedia'] = async (
  ctx,
  { params: { id }, body, files },
) => {
  requireOwnCompany(ctx, id)
  await requireCompany(id)
  const { key, fileName = 'logo' } = body
  if (key === undefined || files.length > 0) return change(ctx, id, await storeLogo(id, files))
  const bytes = await readPrepared(id, FOLDER, key, LOGO_LIMIT)
  return change(ctx, id, await storeLogo(id, [{ bytes, fileName, mimetype: '' }]))
}

/** Prepares the upload of a logo; S3 itself refuses a larger one. */
export const prepareLogo: Operations['companies']['uploads'] = async (ctx, { params: { id }, body }) => {
  requireOwnCompany(ctx, id)
  await requireCompany(id)
  if (!LOGO_TYPES.includes(bareMimetype(body.mimetype))) throw new AppError('ERR_UPLOAD_TYPE')
  const key = preparedKey(id, FOLDER)
  return { key, ...(await uploadForm(key, body.mimetype, LOGO_LIMIT)) }
}

export const removeCompanyMedia: Operations['companies']['removeMedia'] = async (ctx, { params: { id } }) => {
  requireOwnCompany(ctx, id)
  await requireCompany(id)
  return change(ctx, id, null)
}
