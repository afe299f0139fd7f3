import { makeTableReader } from '../src/data-capture/read-table.ts'

/** For the tests of a file: who reads their tables, on a thread of its own. */
export function openTables(onCleanup: (end: () => Promise<void>) => void) {
  const reader = makeTableReader()
  onCleanup(reader.stop)
  return reader
}
