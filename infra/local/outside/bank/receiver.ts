/** The one receiver of the double: who the product is to it on the local stage. */
export const RECEIVER = {
  key: 'financeiro@balcao.example',
  clientId: 'balcao-local',
  clientSecret: 'balcao-local-only-bank-secret',
} as const
