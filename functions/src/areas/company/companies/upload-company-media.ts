import { createHash } from 'node:crypto'
import { AppError } from '@balcao/shared/errors.ts'
import { PUBLIC_FILES } from '@balcao/shared/media.ts'
import { cutText } from '@balcao/shared/rules/cut-text.ts'
import { changeCompany, requireCompany } from '../../../data/company/company.ts'
import type { UserContext } from '../../../http/context.ts'
import { showObject } from '../../../integrations/storage.ts'
import { assertPicture } from '../../assert-picture.ts'
import { pictureType } from '../../picture-type.ts'
import type { Operations } from '../operations.ts'
import { requireOwnCompany } from './require-own-company.ts'
import { tellCompany } from './tell-company.ts'
import { withPlans } from './with-plan.ts'

async function change(ctx: UserContext, id: string, logo: { mediaPath: string; mediaName: string } | null) {
  const after = await changeCompany(id, { logo })
  ctx.audit({ companyId: id })
  await tellCompany(after)
  return (await withPlans([after]))[0]!
}

/** What the file is, its bytes say. An earlier logo stays where it is: a browser may be showing it. */
export const uploadCompanyMedia: Operations['companies']['uploadMedia'] = async (ctx, { params: { id }, files }) => {
  requireOwnCompany(ctx, id)
  await requireCompany(id)
  const [file] = files
  if (!file || file.bytes.length === 0) throw new AppError('ERR_UPLOAD_MISSING')
  const format = pictureType(file.bytes)
  if (!format || format.extension === 'webp') throw new AppError('ERR_UPLOAD_TYPE')
  assertPicture(file.bytes)
  const digest = createHash('sha256').update(file.bytes).digest('base64url').slice(0, 32)
  const key = `${PUBLIC_FILES}${id}/logo/${digest}.${format.extension}`
  await showObject(key, file.bytes, format.mimetype)
  return change(ctx, id, { mediaPath: `/${key}`, mediaName: cutText(file.fileName, 255) })
}

export const removeCompanyMedia: Operations['companies']['removeMedia'] = async (ctx, { params: { id } }) => {
  requireOwnCompany(ctx, id)
  await requireCompany(id)
  return change(ctx, id, null)
}
