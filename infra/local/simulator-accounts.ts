/** Account of the product at the simulated bank: the only receiver it knows. */
export const PIX_RECEIVER = {
  key: 'financeiro@balcao.example',
  clientId: 'balcao-local',
  clientSecret: 'balcao-local-only-bank-secret',
} as const

/** App of the product at the simulated Meta. */
export const META_APP = {
  id: '100000000000001',
  configId: '100000000000002',
  secret: 'balcao-local-stage-app-secret-0001',
  verifyToken: 'balcao-local-stage-verify-token-01',
} as const
