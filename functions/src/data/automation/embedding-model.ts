import { config } from '../../config.ts'
import { getSettings } from '../company/setting.ts'

/** Returns the model by which the company's knowledge is embedded. */
export const embeddingModel = async (companyId: string): Promise<string> =>
  (await getSettings(companyId)).openAiEmbeddingModel || config().OPENAI_EMBEDDING_MODEL
