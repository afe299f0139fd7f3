import packageJson from '../../package.json' with { type: 'json' }
import type { Logger } from './lib/log.ts'
import type { Settings } from './lib/settings.ts'
import type { Shutdown } from './lib/shutdown.ts'

/** What every part of the start needs. */
export type Setup = {
  settings: Settings
  log: Logger
  shutdown: Shutdown
  clock: () => Date
}

export const getVersion = (settings: Settings) =>
  settings.buildVersion ?? packageJson.version
