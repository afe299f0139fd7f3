import type { Check } from '@portal/contract/system/model'
import type { FileStore } from '../lib/files/files.ts'
import type { Keys } from '../lib/integrations/secret-key.ts'
import type { Settings } from '../lib/settings.ts'

export type Urls = { url: string; ownerUrl: string }

/** What the checks of the portal need of a node, or of `npm run doctor`. */
export type CheckDeps = {
  settings: Settings
  /** Undefined: the first start creates the embedded database. */
  openDatabase: () => Promise<Urls | undefined>
  openFiles: () => Promise<FileStore>
  /** Undefined: the first start creates the secret key. */
  keys: Keys | undefined
  /** Undefined: the sandbox's, which only a running portal has. */
  loanDockUrl: string | undefined
  smtpUrl: string | undefined
  clock: () => Date
}

/** The result of a check; `cause` is the error that made it fail. */
export type Outcome = Omit<Check, 'name'> & { cause?: unknown }

/** It works. */
export const pass = (finding: string): Outcome => ({
  state: 'OK',
  finding,
  advice: null,
})

/** The portal runs, but someone should look at it. */
export const warn = (finding: string, advice: string): Outcome => ({
  state: 'WARNING',
  finding,
  advice,
})

/** Something doesn't work. */
export const fail = (finding: string, advice: string): Outcome => ({
  state: 'FAILED',
  finding,
  advice,
})

/** There is nothing to check. */
export const notChecked = (finding: string): Outcome => ({
  state: 'SKIPPED',
  finding,
  advice: null,
})
