import { serveThread } from '../lib/threads.ts'
import { checkContent } from './check-content.ts'

/** Judges files on a thread of its own, where they lie. */
serveThread(checkContent)
