import { pairShop, type Shop, signIn } from './open-shop.ts'
import { setUpServer } from './set-up-server.ts'
import type { TestServer } from './start-server.ts'

/** Sets a started server up and links the first phone of its first company. */
export async function openServerShop(server: TestServer, number: string): Promise<Shop> {
  const { company, admin } = await setUpServer(server)
  const signedIn = await signIn(server, admin.email, admin.password)
  return pairShop(server, { companyId: company.id, admin: signedIn }, company.name, number)
}
