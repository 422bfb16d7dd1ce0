// Creates the demo company's shop, in its own process beside the product: `node main.ts <company
// id>`.
import { makeShop } from './make-shop.ts'

const [companyId] = process.argv.slice(2)
if (!companyId) throw new Error('Usage: node main.ts <company id>')
await makeShop(companyId)
