/** The billing systems, callable with a company's settings. */
import type { ErpSystem } from '@balcao/shared/entities/erp.ts'
import type { Settings } from '@balcao/shared/entities/setting.ts'
import { findInAsaas, testAsaas } from '../asaas/asaas.ts'
import { findInIxc, testIxc } from '../ixc/ixc.ts'
import { findInMkAuth, testMkAuth } from '../mkauth/mkauth.ts'
import type { CallTimeouts } from './ask.ts'
import type { Found } from './bill.ts'

export type System = {
  /**
   * Checks whether the credentials are accepted.
   * @throws ErpError
   */
  test: (timeouts: CallTimeouts) => Promise<void>
  /**
   * Returns the open bills of a document (digits and letters only).
   * @throws ErpError
   */
  find: (document: string, timeouts: CallTimeouts) => Promise<Found>
}

/** Returns a system with its settings, all of which are present. */
export function systemOf(system: ErpSystem, settings: Settings): System {
  switch (system) {
    case 'ixc': {
      const account = { url: settings.ipixc, token: settings.tokenixc }
      return { test: by => testIxc(account, by), find: (document, by) => findInIxc(account, document, by) }
    }
    case 'mkauth': {
      const { ipmkauth: url, clientidmkauth: clientId, clientsecretmkauth: clientSecret } = settings
      const account = { url, clientId, clientSecret }
      return { test: by => testMkAuth(account, by), find: (document, by) => findInMkAuth(account, document, by) }
    }
    case 'asaas': {
      const account = { token: settings.asaas }
      return { test: by => testAsaas(account, by), find: (document, by) => findInAsaas(account, document, by) }
    }
  }
}
