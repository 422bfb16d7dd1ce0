import type { ShippingRow } from '../data/campaigns/shipping.ts'

/**
 * Called after the commit of whatever moved a campaign or contacts of it: whoever looks at its report sees it. Never throws.
 * @param changed the contacts that are new or changed; none when only its figures or its waiting did
 */
export async function tellReport(
  companyId: string,
  campaignId: string,
  changed: readonly ShippingRow[],
): Promise<void> {
  void companyId
  void campaignId
  void changed
}
