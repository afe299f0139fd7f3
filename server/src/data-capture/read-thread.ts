import { serveThread } from '../lib/threads.ts'
import { readTable } from './read-capture.ts'

/** Reads tables on a thread of its own. */
serveThread(readTable)
