import type { Settings } from '../settings.ts'
import { folderOfTransmittals, type Transmittals } from './transmittals.ts'
import { sftpTransmittals } from './transmittals-sftp.ts'

/** Where transmittals arrive, by the settings. */
export const openIntake = (
  intake: NonNullable<Settings['intake']>,
): Transmittals =>
  intake.kind === 'SFTP'
    ? sftpTransmittals(intake)
    : folderOfTransmittals(intake.folder)
