import { statfs } from 'node:fs/promises'

export type DiskSpace = { freeBytes: number; sizeBytes: number }

/** The space of the disk that holds a folder, as this process may use it. */
export async function readDiskSpace(folder: string): Promise<DiskSpace> {
  const { bavail, blocks, bsize } = await statfs(folder)
  return { freeBytes: bavail * bsize, sizeBytes: blocks * bsize }
}

/**
 * With less free space, administrators are warned: 32 uploads of 50 MB may be
 * in progress, and reporting and the embedded database grow. The alert in
 * deploy/prometheus/alerts.yaml has the same limit.
 */
export const lowSpaceBytes = 5e9

export const formatGigabytes = (bytes: number) =>
  `${(bytes / 1e9).toFixed(1)} GB`
