import type { Product } from '@balcao/shared/entities/product.ts'
import { changeProduct, type ProductChanges } from '../../../data/catalog/product.ts'
import { wireProduct } from '../../../data/catalog/wire.ts'
import { requireUser } from '../../../data/team/user.ts'
import type { UserContext } from '../../../http/context.ts'
import { beginJob } from '../../../messaging/begin-job.ts'
import { publishRow } from '../../../messaging/publish-row.ts'

/**
 * Changes a product for the caller, publishes it and returns it.
 * @throws what `changeProduct` throws
 */
export async function changeAndPublish(
  { companyId, actor }: UserContext,
  id: string,
  changes: ProductChanges,
): Promise<Product> {
  const { name } = await requireUser(companyId, actor.userId)
  const { product, job } = await changeProduct(companyId, id, changes, { id: actor.userId, name })
  if (job) await beginJob(job)
  const shown = await wireProduct(product)
  await publishRow(companyId, 'product', 'update', shown)
  return shown
}
