// `npm run index-numbers -- --company ID` (or `--all`): indexes contacts, tickets and customers
// stored before the index existed by every part of their numbers, protocols and documents. Safe
// while people work.
//
// The target is the local cloud, running or not; TARGET=localstack or TARGET=aws (with credentials
// and AWS_REGION) names another, and STAGE its stage.
import { eachCompany } from './each-company.ts'

await eachCompany('index-numbers', async () => {
  const { indexAllNumbers } = await import('@balcao/functions/data/index-all-numbers.ts')
  return { work: async id => `${await indexAllNumbers(id)} rows` }
})
