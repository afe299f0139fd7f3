import type { Settings } from './settings.ts'
import type { Transmittals } from './transmittals.ts'
import { folderOfTransmittals } from './transmittals-folder.ts'
import { sftpTransmittals } from './transmittals-sftp.ts'

/** The place where transmittals arrive, as set; undefined where there is none. */
export const openTransmittals = (intake: Settings['intake']): Transmittals | undefined => {
  if (!intake) return undefined
  return intake.kind === 'FOLDER' ? folderOfTransmittals(intake.folder) : sftpTransmittals(intake)
}
