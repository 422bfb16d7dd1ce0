import { config } from '../../config.ts'

/** Returns the model by which the company's knowledge is embedded. */
export const embeddingModel = async (_companyId: string): Promise<string> => config().OPENAI_EMBEDDING_MODEL
