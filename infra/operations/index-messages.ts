// `npm run index-messages -- --company ID` (or `--all`): indexes every message by its words,
// including those stored before the index existed. Safe while people work.
//
// The target is the local cloud, running or not; TARGET=localstack or TARGET=aws (with credentials
// and AWS_REGION) names another, and STAGE its stage.
import { eachCompany } from './each-company.ts'

await eachCompany('index-messages', async () => {
  const { indexAllMessages } = await import('@balcao/functions/data/tickets/index-all-messages.ts')
  return { work: async id => `${await indexAllMessages(id)} messages` }
})
