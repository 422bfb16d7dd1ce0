import {
  APIGatewayClient,
  ConflictException,
  CreateApiKeyCommand,
  CreateUsagePlanKeyCommand,
  DeleteApiKeyCommand,
  NotFoundException,
  paginateGetApiKeys,
} from '@aws-sdk/client-api-gateway'

let client: APIGatewayClient | undefined

const gateway = (): APIGatewayClient => {
  client ??= new APIGatewayClient({ maxAttempts: 5 })
  return client
}

/**
 * Ensures that API Gateway has a key and counts it on a usage plan. Idempotent, also after a part
 * of it failed.
 * @param key.name unique among the account's keys; it identifies the value, which is written once
 * and never read back
 */
export async function ensureUsageKey(planId: string, key: { name: string; value: string }): Promise<void> {
  const keyId = (await findKey(key.name)) ?? (await createKey(key))
  try {
    await gateway().send(new CreateUsagePlanKeyCommand({ usagePlanId: planId, keyId, keyType: 'API_KEY' }))
  } catch (error) {
    // It is on the plan already.
    if (!(error instanceof ConflictException)) throw error
  }
}

async function createKey({ name, value }: { name: string; value: string }): Promise<string | undefined> {
  const { id } = await gateway().send(new CreateApiKeyCommand({ name, value, enabled: true }))
  return id
}

/** Finds a key by its name; the gateway searches by prefix. */
async function findKey(name: string): Promise<string | undefined> {
  for await (const page of paginateGetApiKeys({ client: gateway() }, { nameQuery: name })) {
    const found = page.items?.find(item => item.name === name)
    if (found) return found.id
  }
  return undefined
}

/** Removes the keys whose names begin with a prefix; none is no error. */
export async function removeKeysNamed(prefix: string): Promise<void> {
  const ids: string[] = []
  for await (const page of paginateGetApiKeys({ client: gateway() }, { nameQuery: prefix }))
    for (const { id, name } of page.items ?? []) if (id && name?.startsWith(prefix)) ids.push(id)
  for (const apiKey of ids)
    try {
      await gateway().send(new DeleteApiKeyCommand({ apiKey }))
    } catch (error) {
      if (!(error instanceof NotFoundException)) throw error
    }
}
